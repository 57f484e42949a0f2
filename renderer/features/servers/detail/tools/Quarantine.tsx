import { useTranslation } from 'react-i18next';
import type { QuarantinedTool } from '../../../../preload/contract/tools.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';

/** Tools that could not be adopted, each with the place in its definition and the reason (TOL-2). */
export function Quarantine({ tools }: { tools: readonly QuarantinedTool[] }) {
  const { t } = useTranslation();
  return (
    <Callout
      tone="warn"
      title={t('servers.toolsTab.quarantineTitle', { count: tools.length })}
      className="mx-5 mt-1 mb-2 max-h-48 shrink-0 overflow-y-auto"
    >
      <p>{t('servers.toolsTab.quarantineBody')}</p>
      <ul className="mt-1.5 space-y-1.5">
        {tools.map((tool, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two broken tools may have the same name
          <li key={i}>
            <code className="code font-medium text-text">
              <VisibleText text={tool.original || '""'} />
            </code>
            {tool.pointer && (
              <span className="text-xs text-text-3">
                {' '}
                · {t('servers.toolsTab.pointer')} <code className="code">{tool.pointer}</code>
              </span>
            )}
            <span className="block text-xs">{tool.reason}</span>
          </li>
        ))}
      </ul>
    </Callout>
  );
}
