import { composeCore } from '../compose/core.ts';
import { toErrorInfo } from '../core/base/hostError.ts';
import { fixFor } from '../core/trace/fixes.ts';
import type { CliArguments, CommandName } from './arguments.ts';
import { ask } from './commands/ask.ts';
import { call } from './commands/call.ts';
import { chat } from './commands/chat.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { importServers } from './commands/import.ts';
import { prompt, read } from './commands/readAndPrompt.ts';
import { servers } from './commands/servers.ts';
import { signIn, signOut } from './commands/signIn.ts';
import { tools } from './commands/tools.ts';
import type { Command } from './context.ts';
import { type CliWorld, coreOptions } from './coreOptions.ts';
import { EXIT, exitOf } from './exitCodes.ts';
import { maskedOutput } from './maskedOutput.ts';
import type { Output } from './output.ts';

const TABLE: Record<CommandName, Command> = {
  ask,
  call,
  chat,
  demo,
  doctor,
  import: importServers,
  prompt,
  read,
  servers,
  'sign-in': signIn,
  'sign-out': signOut,
  tools,
};

/**
 * Composes the core, runs one command, and ends every child process before it returns (CON-12).
 * Errors are told as JSON where JSON was asked for, never as a stack.
 */
export async function runCommand(args: CliArguments, world: CliWorld, plain: Output, signal: AbortSignal): Promise<number> {
  let stop: (() => Promise<void>) | undefined;
  let out = plain;
  let redact: <T>(value: T) => T = (value) => value;
  try {
    const { options, cleanUp } = coreOptions(args, world, plain.note);
    redact = options.redact;
    out = maskedOutput(plain, args.command, options.redact);
    const core = composeCore(options);
    stop = async () => {
      const report = await core.dispose();
      for (const { server, pid } of report.stuck) out.note(`The server "${server}" did not stop${pid ? ` (process ${pid})` : ''}.`);
      cleanUp();
    };
    return await TABLE[args.command]({ args, core, out, signal });
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    const info = redact(toErrorInfo(error));
    if (args.json)
      out.json(
        args.command === 'ask' || args.command === 'chat' || args.command === 'demo'
          ? { type: 'done', stop: 'error', text: '', error: info }
          : { error: info },
      );
    const fix = fixFor(info);
    out.note(`${info.code}: ${info.message}${fix ? `\n  → ${fix}` : ''}`);
    return exitOf(info.code);
  } finally {
    await stop?.();
  }
}
