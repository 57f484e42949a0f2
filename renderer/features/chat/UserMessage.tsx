import { useTranslation } from 'react-i18next';
import type { Message } from '../../../preload/contract/chat.ts';
import { useFormat } from '../../i18n/format.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { FoldedText } from '../../ui/text/FoldedText.tsx';
import { textOf } from './messageText.ts';

export function UserMessage({ message }: { message: Message }) {
  const { t } = useTranslation();
  const { time } = useFormat();
  const text = textOf(message);
  return (
    <article aria-label={`${t('chat.you')}, ${time(message.createdAt)}`} className="group flex justify-end gap-1 pl-12">
      <CopyButton
        text={text}
        label={t('chat.message.copyQuestion')}
        className="mt-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
      />
      <div className="min-w-0 rounded-lg rounded-br-xs border border-accent-line bg-accent-soft px-3.5 py-2 text-base leading-[var(--leading-read)]">
        <FoldedText text={text} render={(shown) => shown} />
      </div>
    </article>
  );
}
