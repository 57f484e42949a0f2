import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import type { Suspicion } from '../transports/transport.ts';
import type { ServerBook } from './serverBook.ts';

/** No handshake in time: what is suspected of the server, else what it said last, is the best reason there is. */
export function tooSlow({ record, lastWords }: ServerBook, limitMs: number, suspicion: Suspicion | undefined): ErrorInfo {
  const { name, state } = record;
  const what = state.kind === 'pending' && state.phase === 'installing' ? 'was still being installed' : 'had not finished the handshake';
  const why = suspicion ? ` ${suspicion.text}` : lastWords ? ` It last said: ${lastWords.slice(0, 300)}` : '';
  return {
    code: 'connect.timeout',
    message: `"${name}" ${what} after ${Math.round(limitMs / 100) / 10} s.${why}`,
    fix: suspicion?.fix ?? 'Look at its log, or raise its connect timeout.',
    params: { server: name, limitMs },
  };
}
