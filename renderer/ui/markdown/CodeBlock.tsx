import { memo, useMemo } from 'react';
import { CopyButton } from '../CopyButton.tsx';
import { highlight } from './highlight.ts';

/** A block of code with its language and a copy button. Colours come only when the block is closed. */
export const CodeBlock = memo(function CodeBlock({ code, language, closed }: { code: string; language: string | undefined; closed: boolean }) {
  const body = useMemo(() => (closed ? (highlight(code, language) ?? code) : code), [code, language, closed]);
  return (
    <figure className="overflow-hidden rounded-md border border-line bg-well">
      <figcaption className="flex h-7 items-center justify-between border-b border-line pr-0.5 pl-3 text-2xs text-text-3">
        <span>{language ?? 'text'}</span>
        <CopyButton text={code} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className="code overflow-x-auto px-3 py-2.5" tabIndex={0}>
        <code>{body}</code>
      </pre>
    </figure>
  );
});
