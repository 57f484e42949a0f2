import { cx } from './cx.ts';

const MAC = /Mac/i.test(navigator.platform);
const SIGN: Record<string, string> = MAC
  ? { Mod: '⌘', Shift: '⇧', Alt: '⌥', Enter: '↩', Esc: 'esc' }
  : { Mod: 'Ctrl', Shift: 'Shift', Alt: 'Alt', Enter: 'Enter', Esc: 'Esc' };

/** A shortcut such as `Mod+Shift+O`, with the keys' names on this system. */
export function Kbd({ keys, className }: { keys: string; className?: string }) {
  const names = keys.split('+').map((key) => SIGN[key] ?? key);
  return (
    <kbd className={cx('inline-flex shrink-0 items-center font-sans text-2xs whitespace-nowrap text-text-3', className)}>
      <span className="rounded-xs border border-line-strong bg-well px-1 py-px leading-4">{names.join(MAC ? '' : '+')}</span>
    </kbd>
  );
}
/** The main modifier of this system. */
export const isMod = (event: { metaKey: boolean; ctrlKey: boolean }): boolean => (MAC ? event.metaKey : event.ctrlKey);
