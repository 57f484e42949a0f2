import type { ElicitationAnswer, ElicitationView } from '../../../preload/contract/elicitations.ts';
import { type ErrorInfo, fail, type Outcome, ok } from '../../../preload/contract/errors.ts';
import type { JsonSchema } from '../../../preload/contract/tools.ts';
import { deferred } from '../base/deferred.ts';
import { Emitter } from '../base/emitter.ts';
import type { Clock, Logger, OpenExternal, Timer } from '../ports.ts';
import { readElicitation } from './readElicitation.ts';

type Raw = Record<string, unknown>;

export interface ElicitationDeps {
  newId: () => string;
  clock: Clock;
  logger: Logger;
  openExternal: OpenExternal;
  /** Judges an answer against the server's schema, and gives it back with what could be repaired. */
  validate: (schema: JsonSchema, content: Raw, server: string) => Outcome<Raw>;
}

/** The questions of servers that wait for the person (PRO-4). They live in main, so they survive a reload and a change of view. */
export interface Elicitations {
  /**
   * Puts one question and resolves with the protocol's `ElicitResult`. The answer is `cancel` when `signal` aborts, when nobody
   * answered within half an hour, when too many wait already, and when the app quits. Rejects with JSON-RPC -32602 for a question
   * that cannot be shown.
   */
  ask(server: string, params: Raw, signal: AbortSignal): Promise<Raw>;
  /** In the order they came. */
  list(): readonly ElicitationView[];
  /** An answer that does not fit, or a page that could not be opened, leaves the question open. */
  answer(id: string, answer: ElicitationAnswer): Promise<Outcome<void>>;
  onChange(listener: () => void): () => void;
  /** Cancels every question; later ones are cancelled at once. */
  dispose(): void;
}

/** Half an hour: long enough for a break, short enough that a server does not wait for ever. Milliseconds. */
export const PATIENCE_MS = 30 * 60_000;
/** Floods are cancelled rather than shown (SEC-4). */
export const MAX_OF_ONE_SERVER = 5;
const MAX_PENDING = 50;

interface Pending {
  view: ElicitationView;
  settle(result: Raw): void;
}

const CANCEL = { action: 'cancel' };

export function createElicitations(deps: ElicitationDeps): Elicitations {
  const pending = new Map<string, Pending>();
  const changed = new Emitter<void>();
  let disposed = false;

  function close(id: string, result: Raw): void {
    const found = pending.get(id);
    if (!found) return;
    pending.delete(id);
    found.settle(result);
    changed.emit();
  }

  const waitingOf = (server: string): number => [...pending.values()].filter(({ view }) => view.server === server).length;

  async function ask(server: string, params: Raw, signal: AbortSignal): Promise<Raw> {
    const question = readElicitation(params);
    if (disposed || signal.aborted) return CANCEL;
    if (pending.size >= MAX_PENDING || waitingOf(server) >= MAX_OF_ONE_SERVER) {
      deps.logger.warn(`"${server}" asks too many questions at once; one was cancelled unseen.`, { server });
      return CANCEL;
    }
    const { promise, resolve } = deferred<Raw>();
    const createdAt = deps.clock.now();
    const view: ElicitationView = { id: deps.newId(), server, createdAt, expiresAt: createdAt + PATIENCE_MS, ...question };
    const cancel = (): void => close(view.id, CANCEL);
    const timer: Timer = deps.clock.after(PATIENCE_MS, cancel);
    signal.addEventListener('abort', cancel, { once: true });
    pending.set(view.id, {
      view,
      settle(result) {
        timer.cancel();
        signal.removeEventListener('abort', cancel);
        resolve(result);
      },
    });
    changed.emit();
    return promise;
  }

  /** What the server gets, or why the question stays open. */
  async function resultOf({ ask: asked, server }: ElicitationView, answer: ElicitationAnswer): Promise<Outcome<Raw>> {
    if (answer.action !== 'accept') return ok({ action: answer.action });
    if (asked.mode === 'form') {
      const checked = deps.validate(asked.requestedSchema, answer.content ?? {}, server);
      return checked.ok ? ok({ action: 'accept', content: checked.value }) : checked;
    }
    try {
      await deps.openExternal(asked.url);
      return ok({ action: 'accept' });
    } catch (error) {
      deps.logger.warn('A page a server asked for could not be opened.', { server, error: String(error) });
      return { ok: false, error: notOpened(asked.host) };
    }
  }

  return {
    ask,
    list: () => [...pending.values()].map(({ view }) => view),
    async answer(id, answer) {
      const asked = pending.get(id);
      if (!asked) return gone(id);
      const result = await resultOf(asked.view, answer);
      if (!result.ok) return result;
      if (pending.get(id) !== asked) return gone(id);
      close(id, result.value);
      return ok(undefined);
    },
    onChange: (listener) => changed.on(listener),
    dispose() {
      disposed = true;
      for (const id of [...pending.keys()]) close(id, CANCEL);
    },
  };
}

const gone = (id: string): Outcome<never> =>
  fail('host.not_found', 'This question is not open any more: it was answered, or its call has ended.', { params: { id } });

const notOpened = (host: string): ErrorInfo => ({
  code: 'host.unavailable',
  message: `The page at ${host} could not be opened in a browser.`,
  fix: 'Copy the address into a browser yourself, or decline.',
});
