import { Kbd } from '../../ui/Kbd.tsx';

/** The words of a tooltip with the shortcut that does the same. */
export function Tip({ label, keys }: { label: string; keys: string }) {
  return (
    <span className="flex items-center gap-2">
      {label}
      <Kbd keys={keys} className="[&>span]:border-transparent [&>span]:bg-transparent [&>span]:px-0 [&>span]:text-ground" />
    </span>
  );
}
