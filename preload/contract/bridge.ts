import type { CommandInput, CommandName, CommandOutput } from './commands.ts';
import type { Outcome } from './errors.ts';
import type { HostEvent } from './mirror.ts';

/** One request channel and one event channel; nothing else crosses. */
export const REQUEST_CHANNEL = 'quayside:request';
export const EVENT_CHANNEL = 'quayside:event';

/** What preload puts on `window.quayside`. */
export interface QuaysideBridge {
  invoke<K extends CommandName>(name: K, input: CommandInput<K>): Promise<Outcome<CommandOutput<K>>>;
  /** Returns the function that ends the subscription. */
  onEvent(listener: (event: HostEvent) => void): () => void;
}
