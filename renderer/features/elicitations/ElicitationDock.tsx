import { MessageCircleQuestion } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../host/HostProvider.tsx';
import { selectApprovals, selectElicitations } from '../../host/selectors.ts';
import { Button } from '../../ui/Button.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { useApprovalPanel } from '../approvals/panel.ts';
import { announce } from '../feedback/announce.ts';
import { ElicitationPanel } from './ElicitationPanel.tsx';
import { useElicitationPanel } from './panel.ts';

/**
 * The place of servers' questions: at the foot of the window on every page, like approvals. An open approval comes first, because the
 * model's work waits for it; the question then is a line that says so.
 */
export function ElicitationDock() {
  const { t } = useTranslation();
  const queue = useHost(selectElicitations);
  const approvals = useHost(selectApprovals);
  const approvalsAside = useApprovalPanel((state) => state.aside);
  const { aside, setAside } = useElicitationPanel();
  const [current, setCurrent] = useState<string>();
  useArrivals(() => setAside(false));
  const behind = approvals.length > 0 && !approvalsAside;
  const question = queue.find(({ id }) => id === current) ?? queue[0];
  const open = question !== undefined && !aside && !behind;
  useFunctionKey(queue.length > 0 && !behind, () => setAside(false));
  if (!question) return null;
  if (!open) {
    return (
      <section aria-label={t('elicitations.region')} className="flex shrink-0 items-center gap-2.5 border-t border-line bg-well px-4 py-1.5 text-sm">
        <MessageCircleQuestion size={15} className="shrink-0 text-accent-text" aria-hidden />
        <span className="min-w-0 flex-1 truncate">{t('elicitations.waiting', { count: queue.length })}</span>
        {behind ? (
          <span className="text-xs text-text-3">{t('elicitations.afterApproval')}</span>
        ) : (
          <>
            <Kbd keys="F6" />
            <Button size="sm" onClick={() => setAside(false)}>
              {t('elicitations.open')}
            </Button>
          </>
        )}
      </section>
    );
  }
  const index = queue.indexOf(question);
  return (
    <ElicitationPanel
      key={question.id}
      question={question}
      index={index}
      total={queue.length}
      onNext={() => setCurrent(queue[(index + 1) % queue.length]?.id)}
      onAside={() => setAside(true)}
    />
  );
}

/** Tells a screen reader when a question comes, and once when the last one is gone. */
function useArrivals(onArrival: () => void): void {
  const { t } = useTranslation();
  const queue = useHost(selectElicitations);
  const known = useRef<ReadonlySet<string>>(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the queue is an arrival
  useEffect(() => {
    const fresh = queue.find(({ id }) => !known.current.has(id));
    const emptied = known.current.size > 0 && queue.length === 0;
    known.current = new Set(queue.map(({ id }) => id));
    if (fresh) {
      onArrival();
      announce(t('elicitations.announce', { server: fresh.server }));
    } else if (emptied) announce(t('elicitations.settled'));
  }, [queue, t]);
}

/** F6 goes to the question, as it goes to an approval; one that was put aside opens again. */
function useFunctionKey(on: boolean, show: () => void): void {
  useEffect(() => {
    if (!on) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'F6' || event.defaultPrevented) return;
      event.preventDefault();
      show();
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-elicitation]')?.focus());
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [on, show]);
}
