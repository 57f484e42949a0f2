import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../host/HostProvider.tsx';
import { selectNotices } from '../../host/selectors.ts';
import { Popover } from '../../ui/Popover.tsx';
import { FileActions } from '../notices/FileActions.tsx';
import { groupNotices } from '../notices/groups.ts';
import { LOOK, NoticeItem } from '../notices/NoticeItem.tsx';
import { statusItem } from './statusItem.ts';

/** What a person should know and can do something about: file, entry, field, reason and the way out (CFG-3). */
export function NoticesPopover() {
  const { t } = useTranslation();
  const notices = useHost(selectNotices);
  const [open, setOpen] = useState(false);
  const worst = notices[0]?.severity ?? 'info';
  const { Icon, ink } = LOOK[worst];
  const groups = groupNotices(notices);
  const close = () => setOpen(false);
  return (
    <Popover
      title={t('shell.status.noticesTitle')}
      align="end"
      open={open}
      onOpenChange={setOpen}
      className="w-[500px] max-w-[calc(100vw-16px)]"
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
        <div className="min-h-0 flex-1 overflow-y-auto px-3 pb-1">
          {groups.map(({ file, notices: own }) => (
            <section key={file ?? ''} className="border-t border-line pt-2 first:border-0 first:pt-0">
              {file !== undefined ? (
                <FileActions file={file} />
              ) : (
                groups.length > 1 && <h3 className="text-xs font-semibold text-text-2">{t('entry.problem.otherNotices')}</h3>
              )}
              <ul className="divide-y divide-line">
                {own.map((notice) => (
                  <NoticeItem key={notice.id} notice={notice} onLeave={close} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </Popover>
  );
}
