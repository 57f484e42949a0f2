import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A title being edited in its place. Enter or leaving keeps it, Escape drops it; an empty title changes nothing. */
export function RenameField({ title, onDone }: { title: string; onDone: (title: string | undefined) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useEffect(() => {
    field.current?.select();
  }, []);
  const finish = (keep: boolean) => {
    if (done.current) return;
    done.current = true;
    const next = text.trim();
    onDone(keep && next && next !== title ? next : undefined);
  };
  return (
    <input
      ref={field}
      // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit exactly this
      autoFocus
      aria-label={t('shell.conversation.renameLabel')}
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') finish(true);
        if (event.key === 'Escape') finish(false);
      }}
      className="h-[30px] w-full rounded-sm border border-focus bg-ground px-2 text-sm"
    />
  );
}
