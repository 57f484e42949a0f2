import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrustItem, TrustRequest } from '../../../preload/contract/servers.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { VisibleText } from '../../ui/text/VisibleText.tsx';
import { useAction } from '../feedback/useAction.ts';
import { compareWords, type TrustChange, useChangeText, type Word } from './changeText.ts';
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
        // It scrolls in a small window, so the keyboard must reach it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <ul tabIndex={0} aria-label={t('entry.changes.list')} className="divide-y divide-line overflow-hidden rounded-lg border border-line">
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
  return (
    <li className="space-y-1.5 px-3.5 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">
          <VisibleText text={item.name} />
        </span>
        <Badge tone={STATUS_TONE[item.status]}>{t(`shell.trust.${item.status}`)}</Badge>
        <span className="text-xs text-text-3">{t('shell.trust.from', { file: item.file })}</span>
      </p>
      <Effect item={item} />
      {item.cwd && <Line label={t('shell.trust.cwd')}>{item.cwd}</Line>}
      {item.envNames.length > 0 && <Line label={t('shell.trust.env')}>{item.envNames.join(', ')}</Line>}
      {item.headerNames.length > 0 && <Line label={t('shell.trust.headers')}>{item.headerNames.join(', ')}</Line>}
      {item.variables && <Line label={t('entry.changes.variables')}>{item.variables.join(', ')}</Line>}
      {item.changes && <Changes changes={item.changes} />}
    </li>
  );
}

/** What would run or be contacted, word for word; of a changed entry both lines, the words that differ marked. */
function Effect({ item }: { item: TrustItem }) {
  const { t } = useTranslation();
  const what = item.commandLine ?? item.url ?? '';
  const label = t(item.commandLine === undefined ? 'shell.trust.contacts' : 'shell.trust.runs');
  const before = item.before?.replace(NAMES, '');
  const now = item.commandLine !== undefined && item.cwd ? `${what} in ${item.cwd}` : what;
  if (before === undefined || before === now) return <Line label={label}>{what}</Line>;
  const words = compareWords(before, now);
  return (
    <>
      <Line label={t('shell.trust.before')} sign="−" words={words.before} tone="bad" />
      <Line label={t('shell.trust.now')} sign="+" words={words.now} tone="ok" />
    </>
  );
}

/** Names of variables and headers stand behind the remembered line, in brackets; here they have lines of their own. A word with brackets is quoted. */
const NAMES = / \([^()"]+\)$/;

function Changes({ changes }: { changes: readonly TrustChange[] }) {
  const { t } = useTranslation();
  const changeText = useChangeText();
  return (
    <div className="grid grid-cols-[132px_1fr] gap-x-3">
      <span className="text-xs leading-5 text-text-3">{t('entry.changes.title')}</span>
      <ul className="space-y-0.5">
        {changes.map((change) => (
          <li key={change.field} className="flex flex-wrap items-baseline gap-x-2 text-xs leading-5">
            <Badge tone="warn">{t(`entry.changes.how.${change.how}`)}</Badge>
            <span>
              <VisibleText text={changeText(change)} />
            </span>
            {/^(?:env|headers)\./.test(change.field) && change.how !== 'removed' && <span className="text-text-3">{t('entry.changes.hidden')}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface LineProps {
  label: string;
  sign?: string;
  tone?: 'ok' | 'bad';
  words?: readonly Word[];
  children?: string;
}

function Line({ label, sign, tone, words, children }: LineProps) {
  const mark = tone === 'bad' ? 'rounded-xs bg-bad-soft text-bad line-through decoration-1' : 'rounded-xs bg-ok-soft font-semibold text-ok';
  return (
    <p className="grid grid-cols-[132px_1fr] gap-x-3">
      <span className="text-xs leading-5 text-text-3">{label}</span>
      <code className="code [overflow-wrap:anywhere] select-text">
        {sign && <span className={tone === 'bad' ? 'text-bad' : 'text-ok'}>{sign} </span>}
        {words?.map(({ text, differs }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: words have no identity but their place
          <span key={i}>
            {i > 0 && ' '}
            <span className={differs ? mark : undefined}>
              <VisibleText text={text} />
            </span>
          </span>
        ))}
        {children !== undefined && <VisibleText text={children} />}
      </code>
    </p>
  );
}
