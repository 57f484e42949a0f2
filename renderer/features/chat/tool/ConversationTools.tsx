import { Wrench } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ConversationSummary } from '../../../../preload/contract/chat.ts';
import type { ToolsOff } from '../../../../preload/contract/tools.ts';
import { useHost } from '../../../host/HostProvider.tsx';
import { selectServers } from '../../../host/selectors.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useAction } from '../../feedback/useAction.ts';
import { go } from '../../shell/nav.ts';
import { useConversationTools } from './conversationToolsDialog.ts';
import { ServerTools } from './ServerTools.tsx';
import { countOff, NONE_OFF } from './toolsOff.ts';

/** The tools a conversation does without (TOL-11): a button that says how many, and the choice behind it. */
export function ConversationTools({ conversation }: { conversation: ConversationSummary | undefined }) {
  const { t } = useTranslation();
  const run = useAction();
  const { open, show } = useConversationTools();
  const servers = useHost(selectServers).filter((server) => server.counts.tools > 0 && server.state.kind !== 'disabled');
  const off = conversation?.toolsOff ?? NONE_OFF;
  const count = countOff(off);
  const change = async (next: ToolsOff): Promise<void> => {
    const id = conversation?.id ?? (await run('chat.create', {}))?.id;
    if (id === undefined) return;
    if (!conversation) go({ page: 'chat', id });
    await run('chat.setToolsOff', { id, off: next });
  };
  return (
    <>
      {count > 0 ? (
        <Button
          size="sm"
          variant="ghost"
          icon={<Wrench size={14} aria-hidden />}
          onClick={() => show(true)}
          aria-label={t('tools.conversation.open')}
        >
          {t('tools.conversation.button', { count })}
        </Button>
      ) : (
        <IconButton label={t('tools.conversation.open')} icon={<Wrench size={15} aria-hidden />} size="sm" onClick={() => show(true)} />
      )}
      <Dialog
        open={open}
        onClose={() => show(false)}
        title={t('tools.conversation.title')}
        description={t('tools.conversation.body')}
        size="lg"
        footer={
          count > 0 && (
            <Button variant="ghost" onClick={() => void change(NONE_OFF)}>
              {t('tools.conversation.reset')}
            </Button>
          )
        }
      >
        {servers.length === 0 && <p className="text-sm text-text-3">{t('tools.conversation.none')}</p>}
        <ul className="divide-y divide-line rounded-lg border border-line empty:hidden">
          {servers.map((server) => (
            <ServerTools key={server.name} server={server} off={off} onChange={(next) => void change(next)} />
          ))}
        </ul>
      </Dialog>
    </>
  );
}
