import { memo, useRef } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { cx } from '../cx.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { pageLevel, usedLevels } from './headings.ts';
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

/** A heading keeps its look and takes the level that fits into the page. */
const heading =
  (level: number, used: string): NonNullable<Components['h1']> =>
  ({ children }) => {
    const Tag = `h${pageLevel(level, used)}` as const;
    return <Tag className={`md-h${Math.min(level, 3)}`}>{children}</Tag>;
  };

const build = (closed: boolean, used: string): Components => ({
  h1: heading(1, used),
  h2: heading(2, used),
  h3: heading(3, used),
  h4: heading(4, used),
  h5: heading(5, used),
  h6: heading(6, used),
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

const built = new Map<string, Components>();
/** The same table for the same need, so that finished blocks stay what they are. */
function componentsFor(closed: boolean, used: string): Components {
  const key = `${closed} ${used}`;
  const known = built.get(key) ?? build(closed, used);
  built.set(key, known);
  return known;
}

/** Raw HTML in the text is shown as text: react-markdown drops it, and no plugin brings it back (SEC-3). */
const MarkdownBlock = memo(function MarkdownBlock({ text, closed, used }: { text: string; closed: boolean; used: string }) {
  return (
    <div className="prose-block">
      <ReactMarkdown remarkPlugins={PLUGINS} components={componentsFor(closed, used)}>
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
  const used = usedLevels(whole ? splitBlocks(emptySplit, text).blocks : blocks);
  return (
    <div className={cx('prose', className)}>
      {blocks.map((block, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever appended
        <MarkdownBlock key={i} text={block.text} closed={done || block.closed} used={used} />
      ))}
    </div>
  );
}
