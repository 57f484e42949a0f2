import { ExternalLink, FileText } from 'lucide-react';
import { type ReactNode, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileRef, ResultBlock } from '../../../../preload/contract/chat.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { JsonTree } from '../../../ui/json/JsonTree.tsx';
import { LinkContext, webUrl } from '../../../ui/markdown/links.tsx';
import { FoldedText } from '../../../ui/text/FoldedText.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { useAction } from '../../feedback/useAction.ts';
import { baseName } from '../../shell/baseName.ts';
import { ImageBlock } from './ImageBlock.tsx';

/** One content block. Whatever kind it is, it is shown; an unknown one as it came (CAL-4). */
export function BlockView({ block }: { block: ResultBlock }) {
  const { t } = useTranslation();
  switch (block.kind) {
    case 'text':
      return <TextBlock text={block.text} />;
    case 'image':
      return <ImageBlock block={block} />;
    case 'audio':
      return (
        // biome-ignore lint/a11y/useMediaCaption: a tool sends no captions with its audio
        <audio controls src={block.file.url} aria-label={t('chat.tool.audio')} className="w-full max-w-md" />
      );
    case 'file':
      return <FileRow file={block.file} note={block.note} />;
    case 'link':
      return <LinkBlock block={block} />;
    case 'resource':
      return (
        <Framed title={`${t('chat.tool.resource')} · ${block.uri}`} aside={block.mimeType}>
          {block.text !== undefined && <TextBlock text={block.text} />}
          {block.file && <FileRow file={block.file} />}
        </Framed>
      );
    case 'unknown':
      return (
        <Framed title={t('chat.tool.unknownBlock')}>
          <div className="code">
            <FoldedText text={block.json} />
          </div>
        </Framed>
      );
  }
}

const JSON_MAX = 500_000;
function asJson(text: string): object | undefined {
  if (text.length > JSON_MAX || !/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function TextBlock({ text }: { text: string }) {
  const json = useMemo(() => asJson(text), [text]);
  return (
    <div className="code rounded-md border border-line bg-well px-3 py-2">
      {json ? <JsonTree value={json} openTo={2} /> : <FoldedText text={text} />}
    </div>
  );
}

function Framed({ title, aside, children }: { title: ReactNode; aside?: string | undefined; children: ReactNode }) {
  return (
    <div className="space-y-1.5 border-l-2 border-line-strong pl-3">
      <p className="flex gap-2 text-xs text-text-3">
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{title}</span>
        {aside}
      </p>
      {children}
    </div>
  );
}

export function FileRow({ file, note }: { file: FileRef; note?: string | undefined }) {
  const { t } = useTranslation();
  const { bytes } = useFormat();
  const run = useAction();
  return (
    <div className="flex items-center gap-2.5 rounded-md border border-line bg-well px-3 py-2">
      <FileText size={16} className="shrink-0 text-text-3" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="truncate" title={file.path}>
          {baseName(file.path)}
        </p>
        <p className="text-xs text-text-3">
          {file.mimeType} · {bytes(file.bytes)}
          {note && ` · ${note}`}
        </p>
      </div>
      <Button size="sm" onClick={() => void run('host.showFile', { path: file.path })}>
        {t('common.reveal')}
      </Button>
    </div>
  );
}

function LinkBlock({ block }: { block: Extract<ResultBlock, { kind: 'link' }> }) {
  const { t } = useTranslation();
  const follow = useContext(LinkContext);
  const url = webUrl(block.uri);
  return (
    <div className="flex items-center gap-2.5 rounded-md border border-line bg-well px-3 py-2">
      <ExternalLink size={15} className="shrink-0 text-text-3" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          <VisibleText text={block.name} />
        </p>
        {block.description && <p className="text-xs text-text-2">{block.description}</p>}
        <p className="code [overflow-wrap:anywhere] text-text-3">
          <VisibleText text={block.uri} />
        </p>
      </div>
      {url && (
        <Button size="sm" onClick={() => follow(url)}>
          {t('common.open')}
        </Button>
      )}
    </div>
  );
}
