import { HostError } from '../base/hostError.ts';
import { sentence } from '../base/sentence.ts';
import { factsOf } from '../transports/transportError.ts';
import type { ClientSession, ListKind, ListPage } from './session.ts';
import { RpcError } from './sessionErrors.ts';

export interface ListLimits {
  maxPages: number;
  /** For each page, in milliseconds. */
  timeoutMs: number;
  signal: AbortSignal;
}

export interface Listed {
  items: unknown[];
  notices: { code: string; message: string }[];
  /** Why a later page is missing; `items` holds what came before it. */
  incomplete?: HostError;
}

/** A server that declared no tools is asked all the same, but not waited for long. Milliseconds. */
const UNDECLARED_PATIENCE_MS = 5_000;

/**
 * All pages of one list (TOL-1). A cursor ends the list only by being absent: the empty text is a cursor like any other, and servers
 * that mean "the end" by it are caught by the guard against cursors that come again. Rejects when the first page fails.
 */
export async function listAll(session: ClientSession, kind: ListKind, limits: ListLimits): Promise<Listed> {
  const items: unknown[] = [];
  const notices: Listed['notices'] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 1; ; pages++) {
    let page: ListPage;
    try {
      page = await session.listPage(kind, cursor, limits);
    } catch (error) {
      if (pages === 1 || !(error instanceof HostError) || limits.signal.aborted) throw error;
      notices.push({
        code: 'tools.page_failed',
        message: `Page ${pages} of the ${kind} failed: ${sentence(error.message)} The ${items.length} before it are kept.`,
      });
      return { items, notices, incomplete: error };
    }
    const next = page.nextCursor;
    const repeats = next !== undefined && seen.has(next);
    items.push(...(repeats ? withoutCopies(page.items, items) : page.items));
    if (page.oddCursor)
      notices.push({
        code: 'tools.page_failed',
        message: `The server has a next page of ${kind} but names it by something that is not text; the first ${items.length} are used.`,
      });
    if (next === undefined) return { items, notices };
    if (repeats) {
      // Old servers say "the end" with an empty cursor; that is no fault worth a notice.
      if (next !== '')
        notices.push({
          code: 'tools.repeated_cursor',
          message: `The server names the same next page of ${kind} again; its list ends here with ${items.length}.`,
        });
      return { items, notices };
    }
    if (pages >= limits.maxPages) {
      notices.push({
        code: 'tools.page_limit',
        message: `The server has more than ${limits.maxPages} pages of ${kind}; the first ${items.length} are used.`,
      });
      return { items, notices };
    }
    seen.add(next);
    cursor = next;
  }
}

/** tools/list. A server that never declared tools may refuse or ignore the question: it has none. */
export async function listTools(session: ClientSession, limits: ListLimits): Promise<Listed> {
  if (session.info.capabilities.tools !== undefined) return listAll(session, 'tools', limits);
  try {
    return await listAll(session, 'tools', { ...limits, timeoutMs: Math.min(limits.timeoutMs, UNDECLARED_PATIENCE_MS) });
  } catch (error) {
    if (saysNoTools(error)) return { items: [], notices: [] };
    throw error;
  }
}

/** A refusal of this one question, in whatever way, or none at all. */
function saysNoTools(error: unknown): boolean {
  if (!(error instanceof HostError)) return false;
  const { status = 0, sessionExpired } = factsOf(error);
  const refused = error.code === 'connect.http' && status >= 400 && status < 500 && status !== 429 && !sessionExpired;
  return error instanceof RpcError || error.code === 'call.timeout' || refused;
}

/** Entries of a page that came round again, without those we have already. */
function withoutCopies(page: readonly unknown[], before: readonly unknown[]): unknown[] {
  const known = new Set(before.map((item) => JSON.stringify(item)));
  return page.filter((item) => !known.has(JSON.stringify(item)));
}
