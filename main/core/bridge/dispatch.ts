import { type CommandName, type CommandOutput, type CommandParsed, commands, isCommandName } from '../../../preload/contract/commands.ts';
import { fail, type Outcome } from '../../../preload/contract/errors.ts';
import { toErrorInfo } from '../base/hostError.ts';
import type { Logger } from '../ports.ts';

/** Who asks: one window. `subscribe` starts its stream of events, or sends a fresh snapshot when it already runs. */
export interface Caller {
  subscribe(): void;
}

/** One handler a command; a missing one does not compile. A handler throws a HostError for an expected failure. */
export type Handlers = { [K in CommandName]: (input: CommandParsed<K>, caller: Caller) => Promise<CommandOutput<K>> | CommandOutput<K> };

export type Dispatch = (name: unknown, input: unknown, caller: Caller) => Promise<Outcome<unknown>>;

/**
 * Turns what arrived from a window into an answer: known name, parsed input, handler, parsed output.
 * Never rejects; an unexpected error is logged whole and told in one line, secrets taken out.
 */
export function createDispatch(handlers: Handlers, logger: Logger, redact: <T>(value: T) => T = (value) => value): Dispatch {
  return async (name, input, caller) => {
    if (!isCommandName(name)) return fail('host.bad_input', `There is no command "${String(name).slice(0, 60)}".`);
    const { input: shape, output } = commands[name];
    const parsed = shape.safeParse(input);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      return fail('host.bad_input', `${name}: ${issue?.path.join('.') || 'input'}: ${issue?.message ?? 'not understood'}`);
    }
    try {
      const handle = handlers[name] as (value: unknown, caller: Caller) => unknown;
      return { ok: true, value: output.parse(await handle(parsed.data, caller)) };
    } catch (error) {
      const info = toErrorInfo(error);
      if (info.code === 'host.internal')
        logger.error(`${name} failed`, { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      return { ok: false, error: redact(info) };
    }
  };
}
