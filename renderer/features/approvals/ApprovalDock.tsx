import { Hand } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../host/HostProvider.tsx';
import { selectApprovals } from '../../host/selectors.ts';
import { Button } from '../../ui/Button.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { announce } from '../feedback/announce.ts';
import { ApprovalPanel } from './ApprovalPanel.tsx';
import { useApprovalPanel } from './panel.ts';

/**
 * The place of approvals: a panel at the foot of the window, on every page. It takes its own room instead of covering the conversation,
 * because what was said before is what one judges by. It can be put aside; nothing is ever answered by waiting.
 */
export function ApprovalDock() {
  const { t } = useTranslation();
  const queue = useHost(selectApprovals);
  const { aside, current, open, look } = useApprovalPanel();
  const request = queue.find((entry) => entry.id === current) ?? queue[0];
  const index = request ? queue.indexOf(request) : -1;
  useArrivals();
  useTitleCount(queue.length);
  if (!request) return null;
  if (aside) {
    return (
      <section
        aria-label={t('approvals.region')}
        className="flex shrink-0 items-center gap-2.5 border-t border-buoy-line bg-buoy-soft px-4 py-1.5 text-sm"
      >
        <Hand size={15} className="shrink-0 text-buoy-text" aria-hidden />
        <span className="min-w-0 flex-1 truncate">{t('approvals.waiting', { count: queue.length })}</span>
        <Kbd keys="F6" />
        <Button size="sm" onClick={open}>
          {t('approvals.review')}
        </Button>
      </section>
    );
  }
  return <ApprovalPanel key={request.id} request={request} queue={queue} index={index} onLook={(to) => queue[to] && look(queue[to].id)} />;
}

/** The number of waiting calls before the window's name, for the task bar and for whoever looks elsewhere (PER-6). */
function useTitleCount(count: number): void {
  useEffect(() => {
    const name = document.title.replace(/^\(\d+\) ?/, '');
    document.title = count > 0 ? `(${count}) ${name}` : name;
  }, [count]);
}

/** Opens the panel and tells screen readers when a request arrives; tells once when the last one is gone. */
function useArrivals(): void {
  const { t } = useTranslation();
  const queue = useHost(selectApprovals);
  const known = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const fresh = queue.filter((request) => !known.current.has(request.id));
    const emptied = known.current.size > 0 && queue.length === 0;
    known.current = new Set(queue.map((request) => request.id));
    useApprovalPanel.getState().keepOnly(known.current);
    const [first] = fresh;
    if (first) {
      useApprovalPanel.setState({ aside: false });
      announce(t('approvals.announce', { tool: first.title, server: first.server, count: queue.length }));
    } else if (emptied) {
      announce(t('approvals.settled'));
    }
  }, [queue, t]);
}
