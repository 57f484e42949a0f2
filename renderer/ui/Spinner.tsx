import { LoaderCircle } from 'lucide-react';

/** Turns while work goes on; says nothing by itself, so a word must stand beside it. */
export function Spinner({ size = 14 }: { size?: number }) {
  return <LoaderCircle size={size} className="spin shrink-0" aria-hidden />;
}
