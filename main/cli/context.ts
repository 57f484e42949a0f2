import type { Core } from '../compose/core.ts';
import type { CliArguments } from './arguments.ts';
import type { Output } from './output.ts';

/** What every command gets. `core` is built but not started. */
export interface CommandContext {
  args: CliArguments;
  core: Core;
  out: Output;
  /** Aborts on Ctrl+C. */
  signal: AbortSignal;
}

/** Runs one command and returns its exit code. Throws a HostError for wrong use. */
export type Command = (context: CommandContext) => Promise<number>;
