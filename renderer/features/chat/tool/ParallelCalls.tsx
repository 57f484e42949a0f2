import { GitFork } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ToolCallView } from '../../../../preload/contract/chat.ts';
import { ToolCard } from './ToolCard.tsx';

/** Calls that run at the same time stand together on one rail (CAL-7). */
export function ParallelCalls({ calls, offline }: { calls: readonly ToolCallView[]; offline: boolean }) {
  const { t } = useTranslation();
  const title = t('chat.tool.parallel', { count: calls.length });
  return (
    <section aria-label={title} className="border-l-2 border-line-strong pl-3">
      <p className="mb-1.5 flex items-center gap-1.5 text-xs text-text-3">
        <GitFork size={13} className="rotate-90" aria-hidden />
        {title}
      </p>
      <div className="space-y-2">
        {calls.map((call) => (
          <ToolCard key={call.id} call={call} offline={offline} />
        ))}
      </div>
    </section>
  );
}
