import { ChevronRight } from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToolView } from '../../../../preload/contract/tools.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { JsonTree } from '../../../ui/json/JsonTree.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { FoldedText } from '../../../ui/text/FoldedText.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { RiskBadges } from '../../approvals/RiskBadges.tsx';
import { useAction } from '../../feedback/useAction.ts';

/** One tool: what it is and may do, a switch, and on demand its whole definition. */
export const ToolItem = memo(function ToolItem({ tool, onChanged }: { tool: ToolView; onChanged: () => void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const run = useAction();
  const [open, setOpen] = useState(false);
  // Main tells the new state with the next list; until then the switch shows what was asked for.
  const [asked, setAsked] = useState<boolean>();
  const enabled = asked ?? tool.enabled;
  const toggle = async (next: boolean) => {
    setAsked(next);
    await run('tools.setEnabled', { name: tool.name, enabled: next });
    setAsked(undefined);
    onChanged();
  };
  return (
    <div className="border-b border-line px-5 py-2.5">
      <div className="flex items-start gap-3">
        <button
          type="button"
          aria-expanded={open}
          className="flex min-w-0 flex-1 items-start gap-2 rounded-sm text-start"
          onClick={() => setOpen(!open)}
        >
          <ChevronRight size={14} className={cx('mt-[3px] shrink-0 text-text-3 transition-transform', open && 'rotate-90')} aria-hidden />
          <span className={cx('min-w-0 flex-1', !enabled && 'text-text-3')}>
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="text-sm font-medium [overflow-wrap:anywhere]">
                <VisibleText text={tool.title} />
              </span>
              {tool.title !== tool.original && (
                <code className="code text-text-3 [overflow-wrap:anywhere]">
                  <VisibleText text={tool.original} />
                </code>
              )}
              <RiskBadges risk={tool.risk} />
              {tool.pin === 'changed' && <Badge tone="warn">{t('servers.toolsTab.pin.changed')}</Badge>}
            </span>
            {!open && <span className="mt-0.5 line-clamp-2 block text-xs text-text-2">{tool.description}</span>}
          </span>
        </button>
        <Switch
          checked={enabled}
          onChange={(next) => void toggle(next)}
          label={t('servers.toolsTab.enabled', { name: tool.title })}
          className="mt-0.5"
        />
      </div>
      {open && (
        <div className="mt-2 space-y-3 pl-[22px] text-sm">
          <FoldedText text={tool.fullDescription ?? tool.description} className="text-text-2" />
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
            <dt className="text-text-3">{t('servers.toolsTab.modelName')}</dt>
            <dd>
              <code className="code [overflow-wrap:anywhere]">{tool.name}</code>
              {tool.tokens !== undefined && (
                <span className="num text-text-3"> · {t('servers.toolsTab.tokens', { count: tool.tokens, formatted: number(tool.tokens) })}</span>
              )}
            </dd>
            <dt className="text-text-3">{t('approvals.region')}</dt>
            <dd>{t(`servers.toolsTab.pin.${tool.pin}`)}</dd>
          </dl>
          <div>
            <p className="mb-1 text-xs font-medium text-text-2">{t('servers.toolsTab.schema')}</p>
            <div className="rounded-md border border-line bg-well px-2 py-1.5">
              <JsonTree value={tool.inputSchema} openTo={3} />
            </div>
          </div>
        </div>
      )}
    </div>
  );
});
