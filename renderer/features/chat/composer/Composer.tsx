import { ArrowUp, Square } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunState } from '../../../../preload/contract/chat.ts';
import { useHost } from '../../../host/HostProvider.tsx';
import { selectOffline } from '../../../host/selectors.ts';
import { useFormat } from '../../../i18n/format.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { COMPOSER_ID } from '../../shell/ids.ts';
import { go } from '../../shell/nav.ts';
import { useChat } from '../context.ts';
import { NEW_DRAFT, useDrafts } from '../drafts.ts';
import { CommandMenu } from './CommandMenu.tsx';
import { type CommandId, matchCommands, typedCommand } from './commands.ts';
import { isSendKey } from './keys.ts';
import { McpPanel } from './McpPanel.tsx';

const MAX_CHARS = 400_000;

export function Composer({ id, run }: { id: string | undefined; run: RunState }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const draftKey = id ?? NEW_DRAFT;
  const text = useDrafts((state) => state.drafts[draftKey] ?? '');
  const setDraft = useDrafts((state) => state.set);
  const offline = useHost(selectOffline);
  const { send, stop } = useChat();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [panel, setPanel] = useState(false);
  const [choice, setChoice] = useState(0);
  const [dismissed, setDismissed] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const hintId = useId();

  const busy = run !== 'idle' && run !== 'failed';
  const typed = typedCommand(text);
  const matches = typed === undefined || dismissed === text ? [] : matchCommands(typed);
  const active = Math.min(choice, matches.length - 1);

  const edit = (next: string) => {
    setProblem(undefined);
    setChoice(0);
    setDraft(draftKey, next);
  };
  const perform = (command: CommandId) => {
    edit('');
    if (command === 'mcp') setPanel(true);
    if (command === 'new') go({ page: 'chat' });
    if (command === 'servers') go({ page: 'servers' });
    if (command === 'settings') go({ page: 'settings', section: 'model' });
  };
  const closePanel = () => {
    setPanel(false);
    field.current?.focus();
  };
  const submit = async () => {
    const command = matches[active];
    if (command) return perform(command.id);
    if (typed) return setProblem(t('chat.composer.unknownCommand', { name: typed }));
    if (!text.trim() || sending) return;
    if (text.length > MAX_CHARS) return setProblem(t('chat.composer.tooLong', { count: text.length, max: number(MAX_CHARS) }));
    if (busy) return setProblem(t('chat.composer.busy'));
    setSending(true);
    setPanel(false);
    // The text leaves the field at once; it comes back when it could not be sent.
    edit('');
    if (!(await send(text.trim()))) setDraft(draftKey, text);
    setSending(false);
  };

  return (
    <div className="relative">
      {panel && <McpPanel onClose={closePanel} />}
      {matches.length > 0 && <CommandMenu id={listId} commands={matches} active={active} onHover={setChoice} onChoose={perform} />}
      <div className="rounded-xl border border-line-strong bg-raised shadow-1 transition-colors focus-within:border-focus">
        <textarea
          id={COMPOSER_ID}
          ref={field}
          rows={1}
          value={text}
          aria-label={t('chat.composer.label')}
          aria-describedby={hintId}
          aria-autocomplete="list"
          aria-controls={matches.length > 0 ? listId : undefined}
          aria-activedescendant={matches.length > 0 ? `${listId}-${matches[active]?.id}` : undefined}
          placeholder={t(offline ? 'chat.composer.placeholderOffline' : 'chat.composer.placeholder')}
          onChange={(event) => edit(event.target.value)}
          onKeyDown={(event) => {
            const facts = { ...event, isComposing: event.nativeEvent.isComposing, keyCode: event.nativeEvent.keyCode, key: event.key };
            if (isSendKey(facts)) {
              event.preventDefault();
              void submit();
            } else if (matches.length > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
              event.preventDefault();
              setChoice((active + (event.key === 'ArrowDown' ? 1 : matches.length - 1)) % matches.length);
            } else if (matches.length > 0 && event.key === 'Tab') {
              event.preventDefault();
              edit(`/${matches[active]?.id}`);
            } else if (event.key === 'Escape' && matches.length > 0) {
              setDismissed(text);
            } else if (event.key === 'Escape' && panel) {
              setPanel(false);
            }
          }}
          className="field-sizing-content block max-h-[38vh] min-h-[46px] w-full resize-none bg-transparent px-3.5 pt-3 pb-1 text-base leading-[1.55] outline-none"
        />
        <div className="flex items-center gap-2 px-2 pb-2 pl-3.5">
          <p id={hintId} className="min-w-0 flex-1 truncate text-2xs text-text-3">
            {t('chat.composer.hint')}
          </p>
          {busy ? (
            <IconButton
              label={t(run === 'stopping' ? 'chat.composer.stopping' : 'chat.composer.stop')}
              icon={<Square size={12} fill="currentColor" aria-hidden />}
              disabled={run === 'stopping'}
              onClick={stop}
              look="outline"
            />
          ) : (
            <IconButton
              label={t('chat.composer.send')}
              icon={<ArrowUp size={16} strokeWidth={2.4} aria-hidden />}
              disabled={!text.trim() || sending}
              onClick={() => void submit()}
              look="primary"
            />
          )}
        </div>
      </div>
      {problem && (
        <p role="alert" className="px-3.5 pt-1 text-xs text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}
