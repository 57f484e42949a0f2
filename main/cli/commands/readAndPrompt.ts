import type { Outcome } from '../../../preload/contract/errors.ts';
import type { Raw } from '../../core/servers/session.ts';
import { connectAll, serverNamed } from '../connect.ts';
import type { Command, CommandContext } from '../context.ts';
import { EXIT, exitOf } from '../exitCodes.ts';
import { readArgsOption } from '../readArguments.ts';

const optionsOf = ({ core, signal }: CommandContext) => ({
  signal,
  timeoutMs: core.current().mcp.callTimeoutMs,
  totalTimeoutMs: core.current().mcp.callTotalTimeoutMs,
});

/** `read SERVER URI`: a resource as the protocol's result object. */
export const read: Command = async (context) => {
  const [server = '', uri = ''] = context.args.positionals;
  await connectAll(context);
  serverNamed(context, server);
  return print(context, await context.core.servers.readResource(server, uri, optionsOf(context)));
};

/** `prompt SERVER NAME`: a prompt as the protocol's result object. Arguments of prompts are strings. */
export const prompt: Command = async (context) => {
  const [server = '', name = ''] = context.args.positionals;
  const given = Object.entries(readArgsOption(context.args.args)).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  await connectAll(context);
  serverNamed(context, server);
  return print(context, await context.core.servers.getPrompt(server, name, Object.fromEntries(given), optionsOf(context)));
};

function print({ args, out }: CommandContext, outcome: Outcome<Raw>): number {
  if (outcome.ok) {
    out.text(args.json ? JSON.stringify(outcome.value) : JSON.stringify(outcome.value, null, 2));
    return EXIT.ok;
  }
  const { code, message, fix } = outcome.error;
  if (args.json) out.json({ error: { code, message } });
  else out.note(`${code}: ${message}${fix ? `\n  → ${fix}` : ''}`);
  return exitOf(code);
}
