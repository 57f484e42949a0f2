import { useTranslation } from 'react-i18next';
import { cx } from '../../../ui/cx.ts';
import type { CommandId, SlashCommand } from './commands.ts';

interface CommandMenuProps {
  id: string;
  commands: readonly SlashCommand[];
  active: number;
  onHover: (index: number) => void;
  onChoose: (id: CommandId) => void;
}

/** The commands that fit what was typed. The focus stays in the text field; the list follows its arrows. */
export function CommandMenu({ id, commands, active, onHover, onChoose }: CommandMenuProps) {
  const { t } = useTranslation();
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('chat.composer.commands')}
      className="rise absolute bottom-full left-0 z-20 mb-1.5 w-full max-w-md rounded-lg border border-line bg-raised p-1 shadow-2"
    >
      {commands.map((command, i) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the text field that owns this list
        <div
          key={command.id}
          id={`${id}-${command.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === active}
          className={cx('flex min-h-8 items-center gap-3 rounded-sm px-2.5 text-sm', i === active && 'bg-hover')}
          onPointerMove={() => onHover(i)}
          onClick={() => onChoose(command.id)}
        >
          <span className="code font-medium text-accent-text">/{command.id}</span>
          <span className="truncate text-text-2">{t(command.help)}</span>
        </div>
      ))}
    </div>
  );
}
