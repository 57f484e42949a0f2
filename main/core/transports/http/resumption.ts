import { HostError } from '../../base/hostError.ts';
import { discard } from '../httpClient/body.ts';
import { isEventStream } from '../httpClient/mediaType.ts';
import type { Answer, HttpCall } from '../httpClient/remoteClient.ts';
import { factsOf } from '../transportError.ts';
import type { PostPort } from './postMessage.ts';

/** Where a broken response stream stands. `failures`: reopenings in a row that brought nothing new. */
export interface ResumePoint {
  lastEventId: string | undefined;
  /** The server's `retry:`; it must be respected. */
  retryMs: number | undefined;
  failures: number;
}

const FIRST_DELAY = 1000;
const LONGEST_DELAY = 30_000;
const MOST_FAILURES = 5;

/** Milliseconds until the next GET, growing while nothing comes; undefined when it is enough. */
export function resumeDelay(point: ResumePoint): number | undefined {
  if (point.failures >= MOST_FAILURES) return undefined;
  const base = point.retryMs ?? FIRST_DELAY;
  return Math.max(base, Math.min(LONGEST_DELAY, base * 2 ** point.failures));
}

export type Resumed = { kind: 'open'; answer: Answer } | { kind: 'again' } | { kind: 'refused'; why: string };

/** One GET with `Last-Event-ID`. Network errors, 409, 429 and 5xx may pass; other refusals are final. */
export async function openResumption(
  port: PostPort,
  request: { url: URL; headers: Record<string, string>; method: string },
  call: HttpCall,
): Promise<Resumed> {
  let answer: Answer;
  try {
    answer = await port.client.open({ ...request, method: 'GET', purpose: request.method, repeatable: true }, call);
  } catch (error) {
    // A sign-in, a redirect elsewhere and the like do not mend themselves within a call.
    if (error instanceof HostError && !factsOf(error).networkDown) return { kind: 'refused', why: error.message };
    port.onFailure(error);
    return { kind: 'again' };
  }
  port.onAnswer();
  const { exchange } = answer;
  if (exchange.status === 200 && isEventStream(exchange.header('content-type') ?? '')) return { kind: 'open', answer };
  discard(exchange, port.clock);
  if (exchange.status === 409 || exchange.status === 429 || exchange.status >= 500) return { kind: 'again' };
  return { kind: 'refused', why: `the server answered ${exchange.status}` };
}
