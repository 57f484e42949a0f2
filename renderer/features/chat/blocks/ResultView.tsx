import { useTranslation } from 'react-i18next';
import type { ToolResultView } from '../../../../preload/contract/chat.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { JsonTree } from '../../../ui/json/JsonTree.tsx';
import { useAction } from '../../feedback/useAction.ts';
import { BlockView } from './BlockView.tsx';

/** A tool's result: its blocks in order, structured data as a tree, notes, and the way to the whole where it was cut. */
export function ResultView({ result }: { result: ToolResultView }) {
  const { t } = useTranslation();
  const { bytes } = useFormat();
  const run = useAction();
  const { full, notes, structured } = result;
  const empty = result.blocks.length === 0 && structured === undefined;
  return (
    <div className="space-y-2.5">
      {empty && <p className="text-xs text-text-3">{t('chat.tool.emptyResult')}</p>}
      {result.blocks.map((block, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a finished result never change
        <BlockView key={i} block={block} />
      ))}
      {structured !== undefined && (
        <div>
          <p className="mb-1 text-xs text-text-3">{t('chat.tool.structured')}</p>
          <div className="rounded-md border border-line bg-well px-2 py-1.5">
            <JsonTree value={structured} openTo={2} />
          </div>
        </div>
      )}
      {full && (
        <p className="flex flex-wrap items-center gap-2 text-xs text-text-2">
          {t('chat.tool.full', { size: bytes(full.bytes) })}
          <Button size="sm" onClick={() => void run('host.showFile', { path: full.path })}>
            {t('chat.tool.openFull')}
          </Button>
        </p>
      )}
      {notes.length > 0 && (
        <ul aria-label={t('chat.tool.notes')} className="list-disc pl-4 text-xs text-text-2">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
