import { memo, useRef } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { cx } from '../cx.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { MarkdownLink, RemoteImage } from './links.tsx';
import { emptySplit, needsWholePass, type SplitState, splitBlocks } from './splitBlocks.ts';

const PLUGINS = [remarkGfm];
const LANGUAGE = /language-([\w+#-]+)/;

interface HastNode {
  type: string;
  value?: string;
  children?: HastNode[];
}
const textOf = (node: HastNode): string => node.value ?? node.children?.map(textOf).join('') ?? '';

const components = (closed: boolean): Components => ({
  a: ({ href, children }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  img: ({ src, alt }) => <RemoteImage src={typeof src === 'string' ? src : undefined} alt={alt} />,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <div className="prose-table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  input: ({ checked, type }) => <input type={type} checked={checked ?? false} readOnly aria-label={checked ? '☑' : '☐'} />,
  pre: ({ node }) => {
    const code = node?.children[0] as (HastNode & { properties?: { className?: unknown } }) | undefined;
    const language = LANGUAGE.exec(String(code?.properties?.className ?? ''))?.[1];
    return <CodeBlock code={code ? textOf(code).replace(/\n$/, '') : ''} language={language} closed={closed} />;
  },
});
const CLOSED = components(true);
const OPEN = components(false);

/** Raw HTML in the text is shown as text: react-markdown drops it, and no plugin brings it back (SEC-3). */
const MarkdownBlock = memo(function MarkdownBlock({ text, closed }: { text: string; closed: boolean }) {
  return (
    <div className="prose-block">
      <ReactMarkdown remarkPlugins={PLUGINS} components={closed ? CLOSED : OPEN}>
        {text}
      </ReactMarkdown>
    </div>
  );
});

interface MarkdownProps {
  text: string;
  /** False while the text still grows. */
  done?: boolean;
  className?: string;
}

/** Markdown of a model or a server. While it grows, finished blocks keep their identity and only the tail is rendered again. */
export function Markdown({ text, done = true, className }: MarkdownProps) {
  const state = useRef<SplitState>(emptySplit);
  const whole = done && needsWholePass(text);
  const split = whole ? undefined : splitBlocks(state.current, text);
  if (split) state.current = split.state;
  const blocks = split?.blocks ?? [{ text, closed: true }];
  return (
    <div className={cx('prose', className)}>
      {blocks.map((block, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever appended
        <MarkdownBlock key={i} text={block.text} closed={done || block.closed} />
      ))}
    </div>
  );
}
