import type { Clock } from '../../ports.ts';
import { readText } from '../httpClient/body.ts';
import type { Answer, HttpCall, Outgoing, RemoteClient } from '../httpClient/remoteClient.ts';
import type { TransportError } from '../transportError.ts';
import { type Refusal, refusalError } from './refusal.ts';
import { RETRY_AFTER_LIMIT_MS, RETRY_AFTER_TIMES } from './retryAfter.ts';

/** What posting needs from the transport around it. */
export interface PostPort {
  readonly client: RemoteClient;
  readonly clock: Clock;
  remark(text: string): void;
  /** Any answer, whatever its status, shows that the network is alive. */
  onAnswer(): void;
  /** Told after the message that met the error was failed with it. */
  onFailure(error: unknown): void;
}

export type Posted = { ok: true; answer: Answer } | { ok: false; refusal: Refusal; error: TransportError };

/**
 * Posts one message and waits out short Retry-After answers (429, 503), which say that nothing was done. Rejects only when no
 * answer came. `wait` lets the owner end the pause.
 */
export async function postMessage(
  port: PostPort,
  out: Outgoing,
  options: { call: HttpCall; inSession: boolean; wait: (ms: number) => Promise<void> },
): Promise<Posted> {
  for (let waited = 0; ; waited += 1) {
    const answer = await port.client.open(out, options.call);
    port.onAnswer();
    const { status } = answer.exchange;
    if (status >= 200 && status < 300) return { ok: true, answer };
    const refusal = await readRefusal(port, answer, out.purpose, options.inSession);
    const error = refusalError(refusal);
    const { retryAfterMs } = error.facts;
    if (retryAfterMs === undefined || retryAfterMs > RETRY_AFTER_LIMIT_MS || waited >= RETRY_AFTER_TIMES) return { ok: false, refusal, error };
    port.remark(`${out.purpose}: the server is busy (${status}) and asks to wait ${Math.ceil(retryAfterMs / 1000)} s.`);
    await options.wait(retryAfterMs);
  }
}

export async function readRefusal(port: Pick<PostPort, 'client' | 'clock'>, answer: Answer, method: string, inSession: boolean): Promise<Refusal> {
  const { client, clock } = port;
  return {
    server: client.config.name,
    url: answer.url,
    method,
    status: answer.exchange.status,
    header: (name) => answer.exchange.header(name),
    text: await readText(answer.exchange, clock),
    inSession,
    fixedAuthorization: client.endpoint.fixedAuthorization,
    hadToken: answer.hadToken,
    askedAlready: answer.askedAlready === true,
    hide: (text) => client.hide(text),
    now: clock.now(),
  };
}
