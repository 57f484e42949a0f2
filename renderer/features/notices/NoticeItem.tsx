import { CircleAlert, Info, KeyRound, Pencil, TriangleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ERROR_CODES, type ErrorCode } from '../../../preload/contract/errors.ts';
import type { Notice } from '../../../preload/contract/servers.ts';
import { useHost } from '../../host/HostProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { VisibleText } from '../../ui/text/VisibleText.tsx';
import { useAction } from '../feedback/useAction.ts';
import { useServerDialogs } from '../servers/dialogs.ts';
import { go } from '../shell/nav.ts';

export const LOOK = {
  error: { Icon: CircleAlert, ink: 'text-bad' },
  warning: { Icon: TriangleAlert, ink: 'text-warn' },
  info: { Icon: Info, ink: 'text-accent-text' },
};
const asErrorCode = (code: string): ErrorCode | undefined => ERROR_CODES.find((known) => known === code);

/** One finding: what it means, what exactly, where, and what to do. The file stands above its group. */
export function NoticeItem({ notice, onLeave }: { notice: Notice; onLeave: () => void }) {
  const { t, i18n } = useTranslation();
  const run = useAction();
  const { Icon, ink } = LOOK[notice.severity];
  const english = i18n.language === 'en';
  const code = asErrorCode(notice.code);
  const title = code ? t(`errors.${code}.title`) : t(`notices.severity.${notice.severity}`);
  const fix = english || !code ? (notice.fix ?? (code && t(`errors.${code}.fix`))) : t(`errors.${code}.fix`);
  const { line, column } = notice;
  const place = line !== undefined && (column === undefined ? t('entry.problem.placeLine', { line }) : t('entry.problem.place', { line, column }));
  const excerpt = notice.params?.excerpt;
  return (
    <li className="flex items-start gap-2.5 py-2.5">
      <Icon size={15} className={cx('mt-0.5 shrink-0', ink)} aria-hidden />
      <div className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{title}</span>
          {place && <span className="num text-xs text-text-3">{place}</span>}
        </p>
        <p lang={english ? undefined : 'en'} className="text-text-2 select-text">
          {notice.message}
        </p>
        {typeof excerpt === 'string' && excerpt.trim() !== '' && <Excerpt text={excerpt} />}
        {fix && (
          <p className="text-text-2">
            <span className="font-medium text-text">{t('common.failure.whatToDo')} </span>
            {fix}
          </p>
        )}
        <Ways notice={notice} onLeave={onLeave} />
      </div>
      <IconButton
        label={t('common.dismiss')}
        icon={<X size={13} aria-hidden />}
        size="sm"
        onClick={() => void run('notice.dismiss', { id: notice.id })}
      />
    </li>
  );
}

/** The line of the file with the place marked below it: the caret must stand under its column, so nothing wraps. */
function Excerpt({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    // A region that scrolls must be reached by the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <figure aria-label={t('entry.problem.excerpt')} tabIndex={0} className="my-1.5 overflow-x-auto rounded-sm border border-line bg-well">
      <pre className="code w-max px-2.5 py-1.5 text-xs select-text">
        {text.split('\n').map((line, i) => (
          <span key={line} className={cx('block', i > 0 && 'font-semibold text-bad')}>
            <VisibleText text={line} />
          </span>
        ))}
      </pre>
    </figure>
  );
}

/** What can be done from here: the values it waits for, its entry, its page. */
function Ways({ notice, onLeave }: { notice: Notice; onLeave: () => void }) {
  const { t } = useTranslation();
  const dialogs = useServerDialogs();
  const name = notice.server ?? notice.entry;
  const server = useHost((host) => (name === undefined ? undefined : host.servers[name]));
  if (!server) return null;
  const waits = notice.code === 'config.variable' && server.inputs?.some(({ state }) => state === 'missing');
  const leave = (then: () => void) => () => {
    onLeave();
    then();
  };
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-2">
      {waits && (
        <Button size="sm" icon={<KeyRound size={13} aria-hidden />} onClick={leave(() => dialogs.enterValues(server.name))}>
          {t('entry.inputs.enter')}
        </Button>
      )}
      {notice.code === 'config.variable' && server.level !== 'file' && (
        <Button size="sm" icon={<Pencil size={13} aria-hidden />} onClick={leave(() => dialogs.edit(server.name))}>
          {t('entry.problem.editEntry')}
        </Button>
      )}
      <button
        type="button"
        className="min-h-6 rounded-xs text-xs text-accent-text underline underline-offset-2"
        onClick={leave(() => go({ page: 'servers', name: server.name }))}
      >
        {t('notices.openServer')}
      </button>
    </p>
  );
}
