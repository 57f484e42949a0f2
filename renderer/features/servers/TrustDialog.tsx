import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrustItem, TrustRequest } from '../../../preload/contract/servers.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { VisibleText } from '../../ui/text/VisibleText.tsx';
import { useAction } from '../feedback/useAction.ts';
import { useTrustDialog } from './trustDialog.ts';

/** What an untrusted folder would run, word for word, before any of it runs (CFG-5). The safe answer has the focus. */
export function TrustDialog({ request }: { request: TrustRequest }) {
  const { t } = useTranslation();
  const run = useAction();
  const { putOff, later } = useTrustDialog();
  const safe = useRef<HTMLButtonElement>(null);
  const answer = (accept: boolean) => void run('project.trust', { contentHash: request.contentHash, accept });
  const again = request.items.some((item) => item.status !== 'new');
  return (
    <Dialog
      open={putOff !== request.contentHash}
      onClose={() => later(request.contentHash)}
      alert
      size="lg"
      initialFocus={safe}
      title={t('shell.trust.title')}
      description={t(again ? 'shell.trust.changedBody' : 'shell.trust.body')}
      footer={
        <>
          <span className="mr-auto text-xs text-text-3">{t('shell.trust.note')}</span>
          <Button variant="ghost" onClick={() => later(request.contentHash)}>
            {t('shell.trust.later')}
          </Button>
          <Button ref={safe} onClick={() => answer(false)}>
            {t('shell.trust.decline')}
          </Button>
          <Button variant="primary" onClick={() => answer(true)}>
            {t('shell.trust.accept')}
          </Button>
        </>
      }
    >
      <p className="code mb-3 rounded-sm bg-well px-2.5 py-1.5 [overflow-wrap:anywhere]">{request.folder}</p>
      {request.items.length === 0 ? (
        <p className="text-sm text-text-3">{t('shell.trust.nothing')}</p>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line">
          {request.items.map((item) => (
            <Item key={`${item.file} ${item.name}`} item={item} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

const STATUS_TONE = { new: 'busy', changed: 'warn', same: 'neutral' } as const;

function Item({ item }: { item: TrustItem }) {
  const { t } = useTranslation();
  const what = item.commandLine ?? item.url ?? '';
  return (
    <li className="space-y-1.5 px-3.5 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">
          <VisibleText text={item.name} />
        </span>
        <Badge tone={STATUS_TONE[item.status]}>{t(`shell.trust.${item.status}`)}</Badge>
        <span className="text-xs text-text-3">{t('shell.trust.from', { file: item.file })}</span>
      </p>
      {item.before !== undefined && (
        <Line label={t('shell.trust.before')} sign="−" className="text-bad">
          {item.before}
        </Line>
      )}
      <Line
        label={item.before === undefined ? t(item.commandLine === undefined ? 'shell.trust.contacts' : 'shell.trust.runs') : t('shell.trust.now')}
        {...(item.before === undefined ? {} : { sign: '+', className: 'text-ok' })}
      >
        {what}
      </Line>
      {item.changes && item.changes.length > 0 && <Line label={t('shell.trust.changes')}>{item.changes.join(', ')}</Line>}
      {item.cwd && <Line label={t('shell.trust.cwd')}>{item.cwd}</Line>}
      {item.envNames.length > 0 && <Line label={t('shell.trust.env')}>{item.envNames.join(', ')}</Line>}
      {item.headerNames.length > 0 && <Line label={t('shell.trust.headers')}>{item.headerNames.join(', ')}</Line>}
    </li>
  );
}

function Line({ label, sign, className, children }: { label: string; sign?: string; className?: string; children: string }) {
  return (
    <p className="grid grid-cols-[minmax(92px,auto)_1fr] gap-x-3">
      <span className="text-xs leading-5 text-text-3">{label}</span>
      <code className={`code [overflow-wrap:anywhere] ${className ?? ''}`}>
        {sign && <span aria-hidden>{sign} </span>}
        <VisibleText text={children} />
      </code>
    </p>
  );
}
