import type { QuaysideBridge } from '../../preload/contract/bridge.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../preload/contract/commands.ts';
import { fail, type Outcome } from '../../preload/contract/errors.ts';

/** Sends one command to main. Never rejects: a broken channel is an Outcome like every other failure. */
export type Invoke = <K extends CommandName>(name: K, input: CommandInput<K>) => Promise<Outcome<CommandOutput<K>>>;

export function createInvoke(bridge: QuaysideBridge): Invoke {
  return async (name, input) => {
    try {
      return await bridge.invoke(name, input);
    } catch {
      // The text of the exception may name internals; the person only needs to know that the command did not arrive.
      return fail('host.unavailable', `Quayside did not answer "${name}".`, { fix: 'Try again; restart the app if it keeps happening.' });
    }
  };
}
