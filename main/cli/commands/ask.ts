import type { AskEvent } from '../../core/agent/askEvents.ts';
import { answerApprovals } from '../approvalQuestions.ts';
import { openSession } from '../askSession.ts';
import { connectAll, printNotices } from '../connect.ts';
import type { Command, CommandContext } from '../context.ts';
import { EXIT } from '../exitCodes.ts';
import { printerFor } from '../printEvents.ts';

/** `ask TEXT`: one agent run as JSON lines, or as text for a person. */
export const ask: Command = async (context) => {
  const { args, out } = context;
  const [text = ''] = args.positionals;
  await connectAll(context);
  printNotices(context);
  return runOnce(context, text, printerFor(out, args.json));
};

/** One run; the exit code says how it ended. */
export async function runOnce(context: CommandContext, text: string, show: (event: AskEvent) => void): Promise<number> {
  const session = await openSession(context);
  const stopAsking = answerApprovals(context);
  let exit: number = EXIT.failed;
  let denied = false;
  try {
    for await (const event of session.ask(text, context.signal)) {
      if (event.type === 'tool-result') denied = event.error?.code === 'call.denied';
      if (event.type === 'done') exit = exitOfRun(event, denied, context.signal.aborted);
      show(event);
    }
  } finally {
    stopAsking();
  }
  return exit;
}

/** A run that ended well after its last call was denied did not do what was asked: scripts see that in the exit code. */
function exitOfRun(done: Extract<AskEvent, { type: 'done' }>, denied: boolean, interrupted: boolean): number {
  if (interrupted || done.stop === 'aborted') return EXIT.interrupted;
  if (done.stop === 'error' || done.stop === 'limit') return EXIT.failed;
  return denied ? EXIT.denied : EXIT.ok;
}
