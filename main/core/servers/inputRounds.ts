import { HostError } from '../base/hostError.ts';
import type { Raw, SessionHandlers } from './session.ts';
import { isRaw, RpcError, URL_ELICITATION_REQUIRED } from './sessionErrors.ts';

/** Most rounds of questions within one request (2026-07-28, multi-round-trip requests). */
const MAX_ROUNDS = 10;

interface Rounds {
  server: string;
  method: string;
  params: Raw;
  handlers: SessionHandlers;
  signal: AbortSignal;
  /** Sends the request once, with new params; a new id each time. */
  send(params: Raw): Promise<Raw>;
  /** Runs while a question waits for the user: the request's clock stands still. */
  pause(): () => void;
  /** A breath before a server is asked again that only returned its state. */
  breathe(): Promise<void>;
  /** Resolves when the server says that a page the user opened is done with (notifications/elicitation/complete). */
  completed(elicitationId: string, signal: AbortSignal): Promise<void>;
}

/** Sends a request and answers what the server wants to know on the way, until there is a result. Rejects with HostError. */
export async function withInputRounds(rounds: Rounds): Promise<Raw> {
  let { params } = rounds;
  for (let round = 0; round <= MAX_ROUNDS; round++) {
    const result = await sendOnce(rounds, params, round === 0);
    if (result.resultType === undefined) return result;
    if (result.resultType === 'complete') {
      const { resultType: _complete, ...rest } = result;
      return rest;
    }
    if (result.resultType !== 'input_required') throw failed(rounds, `the result type "${String(result.resultType)}" is not known here`);
    params = { ...rounds.params, ...(await answerAll(rounds, result)) };
  }
  throw failed(rounds, `it still wanted input after ${MAX_ROUNDS} rounds`);
}

async function answerAll(rounds: Rounds, result: Raw): Promise<Raw> {
  const requests = Object.entries(isRaw(result.inputRequests) ? result.inputRequests : {});
  const state = result.requestState === undefined ? {} : { requestState: result.requestState };
  if (requests.length === 0) {
    if (result.requestState === undefined) throw failed(rounds, 'it asked for input without saying which');
    await rounds.breathe();
    return state;
  }
  const resume = rounds.pause();
  try {
    const answers = await Promise.all(requests.map(async ([key, request]) => [key, await answerOne(rounds, request)] as const));
    return { inputResponses: Object.fromEntries(answers), ...state };
  } finally {
    resume();
  }
}

async function answerOne(rounds: Rounds, request: unknown): Promise<Raw> {
  const { handlers, signal } = rounds;
  const method = isRaw(request) ? request.method : undefined;
  const params = isRaw(request) && isRaw(request.params) ? request.params : {};
  if (method === 'elicitation/create' && handlers.elicitation) return handlers.elicitation(params, signal);
  if (method === 'sampling/createMessage' && handlers.sampling) return handlers.sampling(params, signal);
  if (method === 'roots/list' && handlers.roots) return { roots: await handlers.roots() };
  throw failed(rounds, `it needs ${String(method)}, which nobody can answer here`);
}

/** Error -32042: pages to open first, then the request once more (2025-11-25, elicitation, URL mode; CAL-8). */
async function sendOnce(rounds: Rounds, params: Raw, mayAsk: boolean): Promise<Raw> {
  try {
    return await rounds.send(params);
  } catch (error) {
    const pages = error instanceof RpcError && error.rpcCode === URL_ELICITATION_REQUIRED ? pagesOf(error.data) : undefined;
    if (!pages || !mayAsk) throw error;
    const { elicitation } = rounds.handlers;
    if (!elicitation || pages.length === 0) throw needsPage(rounds, pages);
    const resume = rounds.pause();
    try {
      await openPages(rounds, pages, elicitation);
    } finally {
      resume();
    }
    return rounds.send(params);
  }
}

async function openPages(rounds: Rounds, pages: readonly Raw[], elicitation: NonNullable<SessionHandlers['elicitation']>): Promise<void> {
  for (const page of pages) {
    const id = page.elicitationId;
    const done = typeof id === 'string' ? rounds.completed(id, rounds.signal) : Promise.resolve();
    const { action } = await elicitation({ ...page, mode: 'url' }, rounds.signal);
    if (action !== 'accept') throw failed(rounds, 'it needs a web page opened, and that was declined');
    await done;
  }
}

const pagesOf = (data: unknown): Raw[] => (isRaw(data) && Array.isArray(data.elicitations) ? data.elicitations.filter(isRaw) : []);

function needsPage({ server, method }: Rounds, pages: readonly Raw[]): HostError {
  const url = pages.map((page) => page.url).find((item) => typeof item === 'string');
  const message = `"${server}" wants a web page opened before it runs ${method}, and nobody can be asked here.`;
  return new HostError('call.protocol', message, {
    fix: url ? `Open ${url} in a browser, then try again.` : 'Use the window for this call.',
    params: { server, method, rpcCode: URL_ELICITATION_REQUIRED },
  });
}

const failed = ({ server, method }: Rounds, why: string): HostError =>
  new HostError('call.protocol', `"${server}" could not finish ${method}: ${why}.`, { params: { server, method } });
