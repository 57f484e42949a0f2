import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../cx.ts';
import { VisibleText } from '../text/VisibleText.tsx';

const isBranch = (value: unknown): value is Record<string, unknown> | unknown[] => typeof value === 'object' && value !== null;
const PAGE = 100;
const LONG_STRING = 400;

interface NodeProps {
  name?: string | undefined;
  value: unknown;
  depth: number;
  openTo: number;
}

/** JSON as a tree that opens level by level; long lists come in pages. */
export function JsonTree({ value, openTo = 1 }: { value: unknown; openTo?: number }) {
  return (
    <div className="code min-w-0 overflow-x-auto">
      <Node value={value} depth={0} openTo={openTo} />
    </div>
  );
}

function Node({ name, value, depth, openTo }: NodeProps) {
  return isBranch(value) ? <Branch name={name} value={value} depth={depth} openTo={openTo} /> : <Leaf name={name} value={value} />;
}

function Name({ name }: { name: string | undefined }) {
  if (name === undefined) return null;
  return (
    <>
      <span className="hljs-attr">
        <VisibleText text={name} />
      </span>
      <span className="text-text-3">: </span>
    </>
  );
}

function Leaf({ name, value }: { name?: string | undefined; value: unknown }) {
  const [open, setOpen] = useState(false);
  const text = JSON.stringify(value) ?? 'undefined';
  const cut = !open && text.length > LONG_STRING;
  const kind = typeof value === 'string' ? 'hljs-string' : typeof value === 'number' ? 'hljs-number' : 'hljs-keyword';
  return (
    <div className="pl-[18px] [overflow-wrap:anywhere] whitespace-pre-wrap">
      <Name name={name} />
      <span className={kind}>
        <VisibleText text={cut ? text.slice(0, LONG_STRING) : text} />
      </span>
      {cut && (
        <button type="button" className="rounded-xs px-1 font-sans text-xs text-accent-text underline" onClick={() => setOpen(true)}>
          … +{text.length - LONG_STRING}
        </button>
      )}
    </div>
  );
}

function Branch({ name, value, depth, openTo }: NodeProps & { value: Record<string, unknown> | unknown[] }) {
  const [open, setOpen] = useState(depth < openTo);
  const [shown, setShown] = useState(PAGE);
  const entries = Object.entries(value);
  const [left, right] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) {
    return (
      <div className="pl-[18px]">
        <Name name={name} />
        <span className="text-text-3">
          {left}
          {right}
        </span>
      </div>
    );
  }
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        className="flex w-full items-start rounded-xs text-start hover:bg-hover"
        onClick={() => setOpen(!open)}
      >
        <ChevronRight size={13} className={cx('mt-[3px] mr-[5px] shrink-0 text-text-3 transition-transform', open && 'rotate-90')} aria-hidden />
        <span>
          <Name name={name} />
          <span className="text-text-3">{open ? left : `${left} … ${right} ${entries.length}`}</span>
        </span>
      </button>
      {open && (
        <>
          <div className="ml-[6px] border-l border-line pl-2">
            {entries.slice(0, shown).map(([key, item]) => (
              <Node key={key} name={key} value={item} depth={depth + 1} openTo={openTo} />
            ))}
            {entries.length > shown && (
              <button
                type="button"
                className="ml-[18px] rounded-xs font-sans text-xs text-accent-text underline"
                onClick={() => setShown(shown + PAGE)}
              >
                + {entries.length - shown}
              </button>
            )}
          </div>
          <div className="pl-[18px] text-text-3">{right}</div>
        </>
      )}
    </div>
  );
}
