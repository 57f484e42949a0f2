import type { Redactor } from '../core/logs/redact.ts';
import type { CommandName } from './arguments.ts';
import type { Output } from './output.ts';

/** What these print on stdout is what a server or a model wrote; it is the answer that was asked for and stays as it is. Their errors come masked. */
const CONTENT: ReadonlySet<CommandName> = new Set(['call', 'read', 'prompt', 'ask', 'chat', 'demo']);

/** Takes secrets out of everything that is said (CFG-8): remarks always, the answer where it is about the configuration and its servers. */
export function maskedOutput(out: Output, command: CommandName, redact: Redactor): Output {
  const note = (line: string): void => out.note(redact(line));
  if (CONTENT.has(command)) return { ...out, note };
  return { ...out, note, json: (value) => out.json(redact.known(value)), text: (line) => out.text(redact(line)) };
}
