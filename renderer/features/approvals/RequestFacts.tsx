import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalRequest } from '../../../preload/contract/permissions.ts';
import { useHost } from '../../host/HostProvider.tsx';
import { cx } from '../../ui/cx.ts';
import { FoldedText } from '../../ui/text/FoldedText.tsx';
import { go } from '../shell/nav.ts';

/** Who asked, in which conversation, and what the tool says about itself. */
export function RequestFacts({ request }: { request: ApprovalRequest }) {
  const { t } = useTranslation();
  const { conversationId } = request;
  const conversation = useHost((host) => (conversationId ? host.conversations[conversationId] : undefined));
  const [open, setOpen] = useState(false);
  return (
    <div className="text-xs text-text-3">
      <p>
        {t('approvals.askedBy')} <span className="text-text-2">{t(`approvals.asker.${request.asker}`)}</span>
        {conversation && (
          <>
            {' · '}
            {t('approvals.conversation')}{' '}
            <button
              type="button"
              className="rounded-xs text-text-2 underline decoration-line-strong underline-offset-2 hover:decoration-current"
              onClick={() => go({ page: 'chat', id: conversation.id })}
            >
              {conversation.title || t('shell.untitled')}
            </button>
          </>
        )}
      </p>
      {request.description && (
        <>
          <button
            type="button"
            aria-expanded={open}
            className="mt-1 flex items-center gap-1 rounded-xs hover:text-text"
            onClick={() => setOpen(!open)}
          >
            <ChevronRight size={12} className={cx('transition-transform', open && 'rotate-90')} aria-hidden />
            {t('approvals.description')}
          </button>
          {open && <FoldedText text={request.description} className="mt-1 pl-4 text-text-2" />}
        </>
      )}
    </div>
  );
}
