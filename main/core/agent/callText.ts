import type { ToolCallView } from '../../../preload/contract/chat.ts';
import type { ErrorCode, ErrorInfo } from '../../../preload/contract/errors.ts';
import type { Verdict } from '../../../preload/contract/permissions.ts';

/** What a model should do after a failure; without an entry the message alone is enough. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  'call.arguments': 'Nothing was sent. Correct the arguments and call again.',
  'call.unknown_tool': 'Nothing was sent.',
  'call.timeout': 'The server may still have done the work: check before trying again.',
  'call.outcome_unknown': 'It is not known whether the call ran: check before trying again.',
  'call.disconnected': 'Nothing was sent.',
  'call.cancelled': 'Do not repeat it unless the user asks.',
  'auth.required': 'The user has to sign in to this server first; tell them.',
  'auth.refused': 'The server refused the stored credentials; tell the user.',
};

/** A failure as a model reads it: the fact first, then the code, then what to do. */
export function failureText(error: ErrorInfo): string {
  const fact = error.message.trim().replace(/[.\s]+$/, '');
  // What the fact says already is not said again.
  const known = /not known whether/i.test(fact);
  const advice = known ? 'Check whether it took effect before trying again.' : ADVICE[error.code];
  return `The call failed: ${fact} (${error.code}).${advice ? ` ${advice}` : ''}`;
}

/** A denial as a model reads it, with the person's reason where one was given. */
export function denialText(verdict: Verdict | undefined): string {
  const by = verdict && verdict.rule !== 'default' && verdict.rule !== 'person' ? ` Decided by: ${verdict.rule}.` : '';
  const why = verdict?.reason ? ` Reason: ${verdict.reason}` : '';
  return `The call was not allowed and did not run (call.denied).${by}${why}\nDo not try to get the same effect in another way; go on without it or ask the user.`;
}

/** Tells a model that the person changed what it had asked for. */
export function editedText(args: Record<string, unknown>): string {
  return `Note: the user changed the arguments before allowing the call. What was sent: ${JSON.stringify(args)}`;
}

type Settled = Pick<ToolCallView, 'state' | 'error' | 'verdict' | 'result' | 'arguments' | 'askedArguments'>;

/** The whole text a model gets for a call that is over. Also used when a stored conversation goes to a model again. */
export function callText(call: Settled): string {
  const lines: string[] = [];
  if (call.askedArguments && (call.result || call.error)) lines.push(editedText(call.arguments));
  if (call.error?.code === 'call.denied') lines.push(denialText(call.verdict));
  else if (call.error) lines.push(failureText(call.error));
  else if (call.result) {
    if (call.result.isError) lines.push('The tool reported an error:');
    lines.push(call.result.text === '' ? 'The call succeeded without output.' : call.result.text);
  } else lines.push(failureText({ code: 'call.cancelled', message: 'It was stopped before it ended' }));
  return lines.join('\n');
}
