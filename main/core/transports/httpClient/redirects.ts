const MAX_HOPS = 5;
const STATUSES = new Set([301, 302, 303, 307, 308]);
/** RFC 9110 15.4.2-4: what follows these is a GET; a message would arrive without its body, or where nobody waits for it. */
const TURN_INTO_GET = new Set([301, 302, 303]);

export type Redirect = { kind: 'none' } | { kind: 'follow'; to: URL } | { kind: 'refuse'; why: string; to?: URL };

/**
 * Whether an answer sends us elsewhere, and whether we go. Method, body and credentials go along, so only the same origin is
 * followed, and http to https of the same host; everything else is refused and the target named (TRN-3). `hops`: followed so far.
 */
export function judgeRedirect(from: URL, answer: { status: number; location: string | undefined }, method: string, hops: number): Redirect {
  const { status, location } = answer;
  if (!STATUSES.has(status)) return { kind: 'none' };
  if (!location) return { kind: 'refuse', why: 'it answered with a redirect that names no address' };
  const to = URL.parse(location, from.href);
  if (!to) return { kind: 'refuse', why: 'it answered with a redirect to something that is no address' };
  to.hash = '';
  if (hops >= MAX_HOPS || to.href === from.href) return { kind: 'refuse', to, why: 'its redirects go round in circles' };
  if (to.username || to.password) return { kind: 'refuse', to, why: 'it redirects to an address with a login in it' };
  if (method === 'POST' && TURN_INTO_GET.has(status)) return { kind: 'refuse', to, why: 'it moved to another address' };
  if (!sameOrigin(from, to) && !becomesSecure(from, to)) return { kind: 'refuse', to, why: 'it moved to another address' };
  return { kind: 'follow', to };
}

const sameOrigin = (a: URL, b: URL): boolean => a.protocol === b.protocol && a.host === b.host;

function becomesSecure(from: URL, to: URL): boolean {
  return from.protocol === 'http:' && to.protocol === 'https:' && from.hostname === to.hostname && from.port === '' && to.port === '';
}
