import path from 'node:path';
import { helpText, parseCli } from './cli/arguments.ts';
import { EXIT } from './cli/exitCodes.ts';
import { createOutput } from './cli/output.ts';
import { runCommand } from './cli/run.ts';
import { toErrorInfo } from './core/base/hostError.ts';

declare const __APP_VERSION__: string;

/** Ctrl+C ends the work and every child process; a second one means now. */
function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(EXIT.interrupted);
      controller.abort(new Error('interrupted'));
    });
  }
  return controller.signal;
}

async function main(): Promise<number> {
  const out = createOutput();
  const signal = interruptSignal();
  try {
    const parsed = parseCli(process.argv.slice(2));
    if (parsed.kind === 'version') out.text(__APP_VERSION__);
    else if (parsed.kind === 'help') out.text(helpText(parsed.command));
    else {
      const world = { env: process.env, appRoot: path.resolve(import.meta.dirname, '../..'), version: __APP_VERSION__, isTerminal: out.isTerminal };
      return await runCommand(parsed.args, world, out, signal);
    }
    return EXIT.ok;
  } catch (error) {
    const info = toErrorInfo(error);
    out.note(`${info.message}${info.fix ? `\n  → ${info.fix}` : ''}`);
    return EXIT.wrongUse;
  } finally {
    await out.flush();
  }
}

// The core's timers never keep a process alive, so a command that only waits (a server's Retry-After, say) is held here,
// and a finished one is ended here, whatever sockets libraries still hold.
setInterval(() => undefined, 1 << 30);
process.exit(await main());
