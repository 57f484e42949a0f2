import type { TransportSendOptions } from '@modelcontextprotocol/client';
import { HostError } from '../../base/hostError.ts';
import { sentence } from '../../base/sentence.ts';
import type { Timer } from '../../ports.ts';
import type { AnswerRouter, Waiting } from '../answerRouter.ts';
import { readDecoded } from '../httpClient/body.ts';
import { showUrl } from '../httpClient/endpoint.ts';
import { type Answer, HttpCall, type Outgoing } from '../httpClient/remoteClient.ts';
import { type Inbound, idKey, isHandshake } from '../jsonRpc.ts';
import { networkFailure } from '../networkError.ts';
import { readMessages } from '../readMessages.ts';
import { TransportError, tooLarge } from '../transportError.ts';
import { AnswerReader } from './answerReader.ts';
import { inBandError, probeFailed } from './inBandError.ts';
import { type PostPort, postMessage } from './postMessage.ts';
import { openResumption, type ResumePoint, resumeDelay } from './resumption.ts';

/** A server may keep a response stream open after the answer; it gets this long before the socket is taken back. Milliseconds. */
const LINGER = 2000;

export interface RequestPort extends PostPort {
  readonly router: AnswerRouter;
  readonly maxMessageBytes: number;
  /** Headers of a GET that resumes after `lastEventId`; undefined when the connection's era has no resumption. */
  resumeHeaders(lastEventId: string): Record<string, string> | undefined;
  /** A message beyond the limit was passed over; `key` names the request it answered. */
  onOversize(key: string | undefined): void;
  /** The request was taken (202) and its answer may come on the server's own stream; false when there is no such stream. */
  answersOnStream(waiting: Waiting): boolean;
  /** The answer's head, before its body: the place of the session id. */
  onHead(method: string, answer: Answer): void;
}

/** One request on its way: post, answer by JSON or stream, resumption, end. It always settles `waiting`, except when cancelled. */
export class PostedRequest {
  readonly #port: RequestPort;
  readonly #waiting: Waiting;
  readonly #out: Outgoing;
  readonly #options: TransportSendOptions;
  #call = new HttpCall();
  #timer: Timer | undefined;
  #posted = false;
  /** Waiting for the time that a Retry-After answer named: the server did not take the request. */
  #refused = false;
  /** The id of an answer in our response that was not ours. */
  #foreign: string | undefined;
  readonly #resume: ResumePoint = { lastEventId: undefined, retryMs: undefined, failures: 0 };

  constructor(port: RequestPort, waiting: Waiting, out: Outgoing, options: TransportSendOptions) {
    this.#port = port;
    this.#waiting = waiting;
    this.#out = out;
    this.#options = options;
  }

  /** The server may know of this request. */
  get sent(): boolean {
    return this.#posted || (this.#call.sent && !this.#refused);
  }

  /** Resolves when the answer was delivered. */
  async run(): Promise<void> {
    const { requestSignal } = this.#options;
    const onAbort = (): void => this.cancel();
    if (requestSignal?.aborted) onAbort();
    requestSignal?.addEventListener('abort', onAbort, { once: true });
    if (!this.#waiting.settled) this.#start().catch((error: unknown) => this.#fail(error));
    try {
      await this.#waiting.answered;
    } finally {
      requestSignal?.removeEventListener('abort', onAbort);
    }
  }

  /** Our side no longer wants the answer; what comes late is dropped. */
  cancel(): void {
    this.#port.router.fail(this.#waiting, new HostError('call.cancelled', `${this.#waiting.method} was cancelled.`));
    this.release();
  }

  /** Closes what is open without a word. */
  release(): void {
    this.#timer?.cancel();
    this.#call.abort(new Error('no longer wanted'));
  }

  async #start(): Promise<void> {
    const { resumptionToken } = this.#options;
    if (resumptionToken !== undefined) {
      this.#resume.lastEventId = resumptionToken;
      return this.#reopen();
    }
    const inSession = this.#out.headers['mcp-session-id'] !== undefined;
    const posted = await postMessage(this.#port, this.#out, { call: this.#call, inSession, wait: (ms) => this.#waitToRepeat(ms) });
    if (this.#waiting.settled) return;
    if (posted.ok) {
      this.#posted = true;
      this.#port.onHead(this.#waiting.method, posted.answer);
      return this.#read(posted.answer);
    }
    const inBand = inBandError(this.#waiting, posted.refusal, this.#out.headers['mcp-method'] !== undefined);
    if (!inBand) throw posted.error;
    this.#port.router.receive(readMessages(inBand), this.#waiting);
  }

  #read(answer: Answer): void {
    const { exchange } = answer;
    const { router, maxMessageBytes } = this.#port;
    const reader = new AnswerReader(
      {
        messages: (messages) => {
          this.#noteForeign(messages);
          router.receive(messages, this.#waiting);
          this.#resume.failures = 0;
          if (this.#waiting.settled && reader.isOpen) this.#timer ??= this.#port.clock.after(LINGER, () => this.release());
        },
        id: (id) => {
          if (id !== this.#resume.lastEventId) this.#resume.failures = 0;
          this.#resume.lastEventId = id;
          if (id !== '') this.#options.onresumptiontoken?.(id);
        },
        retry: (ms) => {
          this.#resume.retryMs = ms;
        },
        end: (fault) => this.#bodyOver(answer, fault, undefined),
        fail: (error) => this.#bodyOver(answer, undefined, error),
        tooLarge: (key) => {
          if (key !== undefined && key !== idKey(this.#waiting.id)) return this.#port.onOversize(key);
          this.#fail(tooLarge(this.#port.client.config.name, maxMessageBytes, `The answer to ${this.#waiting.method}`));
          exchange.abort(new Error('too large'));
        },
      },
      { contentType: exchange.header('content-type'), maxBytes: maxMessageBytes },
    );
    readDecoded(exchange, reader);
  }

  #bodyOver(answer: Answer, fault: string | undefined, error: Error | undefined): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    if (this.#waiting.settled) {
      // Foreign pages are given up before their end.
      if (fault) answer.exchange.abort(new Error('enough read'));
      return;
    }
    if (fault === undefined && this.#canResume()) {
      this.#reopen().catch((reason: unknown) => this.#fail(reason));
      return;
    }
    if (!error && answer.exchange.status === 202 && this.#port.answersOnStream(this.#waiting)) return;
    const probe = error ? undefined : probeFailed(this.#waiting, fault ?? 'no answer');
    if (probe) this.#port.router.receive(readMessages(probe), this.#waiting);
    else this.#fail(this.#noAnswer(answer, fault, error));
    if (fault) answer.exchange.abort(new Error('enough read'));
  }

  #noteForeign(messages: readonly Inbound[]): void {
    const own = idKey(this.#waiting.id);
    const found = messages.find(({ answers }) => answers !== undefined && answers !== null && idKey(answers) !== own);
    if (found) this.#foreign = idKey(found.answers);
  }

  #canResume(): boolean {
    const { lastEventId } = this.#resume;
    return lastEventId !== undefined && lastEventId !== '' && this.#port.resumeHeaders(lastEventId) !== undefined;
  }

  /** The stream broke before the answer; the request itself is never posted again (2025-11-25, Resumability). */
  async #reopen(): Promise<void> {
    for (;;) {
      const { lastEventId } = this.#resume;
      const headers = lastEventId === undefined ? undefined : this.#port.resumeHeaders(lastEventId);
      const delay = headers && resumeDelay(this.#resume);
      if (!headers || delay === undefined) throw this.#notResumed('it was tried several times');
      await this.#pause(delay);
      if (this.#waiting.settled) return;
      this.#call = new HttpCall();
      const opened = await openResumption(this.#port, { url: this.#out.url, headers, method: this.#waiting.method }, this.#call);
      if (this.#waiting.settled) return;
      if (opened.kind === 'refused') throw this.#notResumed(opened.why);
      this.#resume.failures += 1;
      if (opened.kind === 'open') return this.#read(opened.answer);
    }
  }

  async #waitToRepeat(ms: number): Promise<void> {
    this.#refused = true;
    await this.#pause(ms);
    this.#refused = false;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#timer = this.#port.clock.after(ms, () => {
        this.#timer = undefined;
        resolve();
      });
    });
  }

  #fail(error: unknown): void {
    if (this.#waiting.settled) return;
    this.#port.router.fail(this.#waiting, error instanceof Error ? error : new Error(String(error)));
    this.#port.onFailure(error);
  }

  #noAnswer(answer: Answer, fault: string | undefined, error: Error | undefined): TransportError {
    const { method } = this.#waiting;
    const { name: server } = this.#port.client.config;
    const at = showUrl(answer.url);
    if (error) return networkFailure(error, { server, at, method, sent: true });
    const { status } = answer.exchange;
    const params = { server, at, status };
    // Nothing at all after a 2xx: the server took it. What cannot be read is an answer, if a useless one.
    const unknown = !fault || answer.exchange.header('content-length') === '0' || status === 202 || status === 204;
    const what = fault ? `answered ${method} (${status}) ${fault}` : this.#withoutAnswer(method);
    const message = sentence(this.#port.client.hide(`"${server}" ${what}`));
    if (unknown && !isHandshake(method)) {
      return new TransportError('call.outcome_unknown', `${message} It is not known whether it was carried out.`, {
        fix: 'Check what happened before trying again.',
        params,
      });
    }
    const fix = fault ? 'Check the address of the entry, and the log of the server.' : 'Check the log of the server.';
    return new TransportError(isHandshake(method) ? 'connect.protocol' : 'call.protocol', message, { fix, params, facts: { status } });
  }

  #withoutAnswer(method: string): string {
    const ended = `ended its response without an answer to ${method}`;
    return this.#foreign === undefined ? ended : `${ended}; the one in it has the id ${this.#foreign.slice(0, 60)} of another request`;
  }

  #notResumed(why: string): TransportError {
    const { name: server } = this.#port.client.config;
    const { method } = this.#waiting;
    return new TransportError(
      'call.outcome_unknown',
      `The stream of "${server}" broke before the answer to ${method} and could not be resumed: ${why}. It is not known whether it was carried out.`,
      { fix: 'Check what happened before trying again.', params: { server, method } },
    );
  }
}
