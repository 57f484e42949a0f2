import readline from 'node:readline/promises';
import type { ApprovalAnswer, ApprovalRequest } from '../../preload/contract/permissions.ts';
import { revealHidden } from '../core/base/hiddenText.ts';
import { formatChanges } from '../core/tools/definitionDiff.ts';
import type { CommandContext } from './context.ts';

const HELP = '[o]nce  this [c]onversation  [a]lways  [e]dit arguments  [d]eny  deny with [r]eason';

/**
 * Asks in the terminal about each call that waits, one at a time, with the window's choices (cli.md). Without a terminal there is
 * nothing to do: the gate then denies by itself. Returns the function that ends it.
 */
export function answerApprovals(context: CommandContext): () => void {
  const { core, out } = context;
  if (!core.options.interactive) return () => undefined;
  let asking = false;
  const next = async (): Promise<void> => {
    const [request] = core.approvals.list();
    if (asking || !request) return;
    asking = true;
    try {
      const answer = await askOne(request, context.signal);
      const settled = await core.approvals.answer(request.id, answer);
      if (!settled.ok && settled.error.code !== 'host.not_found') out.note(settled.error.message);
    } catch {
      // Interrupted: the run ends and closes the question itself.
    } finally {
      asking = false;
    }
    void next();
  };
  return core.approvals.onChange(() => void next());
}

/** What the server changed since the tool was approved (TOL-9); the texts have their hidden characters written out. */
const changeLines = ({ previous }: ApprovalRequest): string[] =>
  previous ? ['The server changed this tool after it was approved:', ...formatChanges(previous.changes).split('\n')] : [];

async function askOne(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
  const terminal = readline.createInterface({ input: process.stdin, output: process.stderr });
  const say = (text: string): void => void process.stderr.write(`${text}\n`);
  try {
    say(`\n? ${revealHidden(request.title)} — ${request.server} · ${request.original}`);
    say(`  ${riskLine(request)}`);
    for (const [name, value] of Object.entries(request.arguments)) say(`  ${name} = ${revealHidden(JSON.stringify(value))}`);
    for (const line of changeLines(request)) say(`  ${line}`);
    say(`  asked because: ${request.because}; "always" makes the rule ${request.proposedRule}`);
    for (;;) {
      const choice = (await terminal.question(`  ${HELP} > `, { signal })).trim();
      if (request.risk.destructive && /^[oca]$/i.test(choice)) {
        // A dangerous call needs more than one key.
        const sure = await terminal.question('  This may change or delete data. Type yes to allow it > ', { signal });
        if (sure.trim().toLowerCase() !== 'yes') continue;
      }
      if (/^o$/i.test(choice)) return { kind: 'allow', scope: 'once' };
      if (/^c$/i.test(choice)) return { kind: 'allow', scope: 'conversation' };
      if (/^a$/i.test(choice)) return { kind: 'allow', scope: 'always' };
      if (/^d$/i.test(choice)) return { kind: 'deny' };
      if (/^r$/i.test(choice)) return { kind: 'deny', reason: (await terminal.question('  reason > ', { signal })).slice(0, 2000) };
      if (/^e$/i.test(choice)) {
        const edited = parseObject(await terminal.question('  arguments as JSON > ', { signal }));
        if (edited) return { kind: 'allow', scope: 'once', arguments: edited };
        say('  That is no JSON object.');
      }
    }
  } finally {
    terminal.close();
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function riskLine({ risk }: ApprovalRequest): string {
  const what = risk.destructive ? 'May change or delete data' : risk.readOnly ? 'Says it only reads' : 'Says it changes data but destroys nothing';
  const where = risk.openWorld ? ', may reach the internet' : '';
  const trust = risk.declared ? (risk.trusted ? '' : ' (the server says so; its word is not trusted yet)') : ' (the server says nothing about it)';
  return `${what}${where}${trust}`;
}
