import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ERROR_CODES, type ErrorCode } from '../../../preload/contract/errors.ts';
import type { Notice } from '../../../preload/contract/servers.ts';
import { useHost } from '../../host/HostProvider.tsx';
import { selectNotices } from '../../host/selectors.ts';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { useAction } from '../feedback/useAction.ts';
import { go } from './nav.ts';
import { statusItem } from './statusItem.ts';

const LOOK = {
  error: { Icon: CircleAlert, ink: 'text-bad' },
  warning: { Icon: TriangleAlert, ink: 'text-warn' },
  info: { Icon: Info, ink: 'text-accent-text' },
};
const asErrorCode = (code: string): ErrorCode | undefined => ERROR_CODES.find((known) => known === code);

/** What a person should know and can do something about: file, entry, field, reason and the way out (CFG-3). */
export function NoticesPopover() {
  const { t } = useTranslation();
  const notices = useHost(selectNotices);
  const worst = notices[0]?.severity ?? 'info';
  const { Icon, ink } = LOOK[worst];
  return (
    <Popover
      title={t('shell.status.noticesTitle')}
      align="end"
      className="w-[440px] max-w-[calc(100vw-16px)]"
      trigger={
        <button type="button" className={statusItem()} aria-label={t('shell.status.notices', { count: notices.length })}>
          <Icon size={13} className={notices.length > 0 ? ink : 'text-text-3'} aria-hidden />
          <span className="num">{notices.length}</span>
        </button>
      }
    >
      {notices.length === 0 ? (
        <p className="px-3 pt-1 pb-3 text-sm text-text-2">{t('shell.status.noNotices')}</p>
      ) : (
        <ul className="min-h-0 flex-1 divide-y divide-line overflow-y-auto px-3 pb-1">
          {notices.map((notice) => (
            <NoticeItem key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
    </Popover>
  );
}

function NoticeItem({ notice }: { notice: Notice }) {
  const { t, i18n } = useTranslation();
  const run = useAction();
  const { Icon, ink } = LOOK[notice.severity];
  const english = i18n.language === 'en';
  const code = asErrorCode(notice.code);
  const title = code ? t(`errors.${code}.title`) : t(`notices.severity.${notice.severity}`);
  const fix = english || !code ? (notice.fix ?? (code && t(`errors.${code}.fix`))) : t(`errors.${code}.fix`);
  const place = notice.file && (notice.line ? t('shell.status.place', { file: notice.file, line: notice.line }) : notice.file);
  const { server } = notice;
  return (
    <li className="flex items-start gap-2.5 py-2.5">
      <Icon size={15} className={cx('mt-0.5 shrink-0', ink)} aria-hidden />
      <div className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
        <p className="font-medium">{title}</p>
        <p lang={english ? undefined : 'en'} className="text-text-2 select-text">
          {notice.message}
        </p>
        {fix && <p className="text-text-2">{fix}</p>}
        {place && <p className="code mt-0.5 text-xs text-text-3">{place}</p>}
        {server && (
          <button
            type="button"
            className="mt-0.5 rounded-xs text-xs text-accent-text underline underline-offset-2"
            onClick={() => go({ page: 'servers', name: server })}
          >
            {t('notices.openServer')}
          </button>
        )}
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
