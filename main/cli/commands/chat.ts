import { randomUUID } from 'node:crypto';
import readline from 'node:readline';
import type { AskSession } from '../../core/agent/askRun.ts';
import { noTools, resolveRule } from '../../core/permissions/rules.ts';
import { withQuarantine } from '../../core/trace/serverStages.ts';
import { answerApprovals } from '../approvalQuestions.ts';
import { openSession } from '../askSession.ts';
import { printNotices } from '../connect.ts';
import type { Command, CommandContext } from '../context.ts';
import { EXIT } from '../exitCodes.ts';
import { table } from '../output.ts';
import { printerFor } from '../printEvents.ts';

const HELP = '/servers  /tools  /allow RULE  /help  /quit';

/** `chat`: turns from a terminal or a pipe until /quit or the end of the input. */
export const chat: Command = async (context) => {
  const { core, args, out, signal } = context;
  await core.start();
  const session = await openSession(context);
  const model = await core.currentModel();
  if (!args.json) out.note(`Quayside in the terminal, ${model.id === 'offline' ? 'no language model (offline assistant)' : model.id}.  ${HELP}`);
  printNotices(context);
  for await (const line of lines(context)) {
    const text = line.trim();
    if (text === '') continue;
    if (text === '/quit' || text === '/exit') break;
    if (text.startsWith('/')) await slash(context, text);
    else await turn(context, session, text);
    if (signal.aborted) return EXIT.interrupted;
  }
  return signal.aborted ? EXIT.interrupted : EXIT.ok;
};

/**
 * One line at a time; the next one is read only when the last was answered, so a pipe is not read ahead and approval questions have the
 * terminal to themselves.
 */
async function* lines({ out, signal, args }: CommandContext): AsyncGenerator<string> {
  if (!out.isTerminal) {
    yield* readline.createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY, signal });
    return;
  }
  while (!signal.aborted) {
    const line = await new Promise<string | undefined>((resolve) => {
      const terminal = readline.createInterface({ input: process.stdin, output: args.json ? process.stderr : process.stdout });
      const end = (value: string | undefined): void => {
        terminal.close();
        resolve(value);
      };
      terminal.once('close', () => resolve(undefined));
      terminal.question('\nyou> ', end);
      signal.addEventListener('abort', () => end(undefined), { once: true });
    });
    if (line === undefined) return;
    yield line;
  }
}

async function turn(context: CommandContext, session: AskSession, text: string): Promise<void> {
  const { core, args, out, signal } = context;
  // The first question may come before the servers are there; later ones use what is connected.
  await core.servers.settled(signal);
  const show = printerFor(out, args.json);
  const stopAsking = answerApprovals(context);
  try {
    for await (const event of session.ask(text, signal)) show(event);
  } finally {
    stopAsking();
  }
}

async function slash(context: CommandContext, text: string): Promise<void> {
  const { core, out, signal } = context;
  const [, command = '', rest = ''] = /^\/(\S+)\s*(.*)$/s.exec(text) ?? [];
  switch (command) {
    case 'servers':
    case 'mcp': {
      await core.servers.settled(signal);
      const rows = core.servers
        .list()
        .map(({ name, state, transport, counts }) => [
          name,
          state.kind,
          transport,
          `${withQuarantine(counts, core.tools.quarantined(name).length).tools} tools`,
          'error' in state ? state.error.message : '',
        ]);
      for (const line of table(rows)) out.text(line);
      if (rows.length === 0) out.text('No server is configured.');
      return;
    }
    case 'tools':
      for (const line of table(core.tools.snapshot().tools.map((tool) => [tool.name, tool.catalogLine]))) out.text(line);
      return;
    case 'allow': {
      const resolved = resolveRule(rest, core.tools.snapshot().tools.length > 0 ? core.tools.snapshot() : noTools);
      if (!resolved.ok) return out.text(resolved.error.message);
      const rule = {
        ...resolved.value.rule,
        id: randomUUID(),
        effect: 'allow' as const,
        scope: { kind: 'always' as const },
        createdAt: Date.now(),
        source: 'command-line' as const,
      };
      await core.rules.add(rule);
      return out.text(resolved.value.known ? `Allowed in this chat: ${rest}` : `Allowed in this chat: ${rest} (no tool has this name yet)`);
    }
    default:
      out.text(command === 'help' ? HELP : `There is no /${command}. ${HELP}`);
  }
}
