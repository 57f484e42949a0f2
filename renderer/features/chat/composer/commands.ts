import type { MessageKey } from '../../../../preload/contract/locales/en.ts';

export type CommandId = 'mcp' | 'new' | 'servers' | 'settings';
export interface SlashCommand {
  id: CommandId;
  help: Extract<MessageKey, `chat.command.${string}`>;
}

/** Commands of the composer. They act in the window and are never sent to a model. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  { id: 'mcp', help: 'chat.command.mcp' },
  { id: 'new', help: 'chat.command.new' },
  { id: 'servers', help: 'chat.command.servers' },
  { id: 'settings', help: 'chat.command.settings' },
];

/** `/` and one word, nothing else: `/etc/hosts` or `/mcp now` are ordinary text. */
const TYPED = /^\/([\p{L}\d-]*)$/u;

/** The word after the slash while a command is being typed; undefined when the text is a message. */
export const typedCommand = (text: string): string | undefined => TYPED.exec(text.trimEnd())?.[1]?.toLowerCase();

export const matchCommands = (typed: string): SlashCommand[] => SLASH_COMMANDS.filter((command) => command.id.startsWith(typed));
