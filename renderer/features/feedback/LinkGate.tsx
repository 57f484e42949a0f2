import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copyText.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { LinkContext, webUrl } from '../../ui/markdown/links.tsx';
import { VisibleText } from '../../ui/text/VisibleText.tsx';
import { showToast } from './toasts.ts';
import { useAction } from './useAction.ts';

/** Shows where a link of foreign text leads before anything is opened (SEC-3). */
export function LinkGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const run = useAction();
  const [url, setUrl] = useState<string>();
  const ask = useCallback(
    (href: string) => {
      const safe = webUrl(href);
      if (safe) setUrl(safe);
      else showToast({ text: t('common.openLink.refused') });
    },
    [t],
  );
  const close = () => setUrl(undefined);
  return (
    <LinkContext.Provider value={ask}>
      {children}
      <Dialog
        open={url !== undefined}
        onClose={close}
        title={t('common.openLink.title')}
        description={t('common.openLink.body', { host: url ? new URL(url).host : '' })}
        footer={
          <>
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button onClick={() => url && void copyText(url).then(close)}>{t('common.openLink.copy')}</Button>
            <Button
              variant="primary"
              onClick={() => {
                if (url) void run('host.openExternal', { url });
                close();
              }}
            >
              {t('common.openLink.open')}
            </Button>
          </>
        }
      >
        <p className="code max-h-40 overflow-y-auto rounded-sm border border-line bg-well px-2.5 py-2 [overflow-wrap:anywhere]">
          {url && <VisibleText text={url} />}
        </p>
      </Dialog>
    </LinkContext.Provider>
  );
}
