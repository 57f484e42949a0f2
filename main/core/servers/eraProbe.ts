import { HostError } from '../base/hostError.ts';
import { factsOf } from '../transports/transportError.ts';
import { tidyDiscover } from './looseMessages.ts';
import type { Raw } from './session.ts';
import { offeredVersions, wrongVersion } from './sessionErrors.ts';

export const MODERN_VERSION = '2026-07-28';
/** Revisions are dates; from this one on they are stateless. */
export const isModernVersion = (version: string): boolean => version >= MODERN_VERSION;

export type DiscoverResult = ReturnType<typeof tidyDiscover>;

/** What the answer to `server/discover` says about a server. */
export type EraVerdict = { era: 'modern'; discover: DiscoverResult } | { era: 'legacy' } | { era: 'again' } | { era: 'failed'; error: HostError };

/**
 * Judges the outcome of the probe (2026-07-28, basic/versioning and transports, backward compatibility): a discover result or
 * error -32022 is modern; any other error, or silence, is legacy. Sign-in and network failures are neither.
 * `again`: the server took offence at the version of the probe itself but speaks ours.
 */
export function judgeProbe(server: string, outcome: { result: Raw } | { error: unknown }, ours: readonly string[]): EraVerdict {
  if ('result' in outcome) {
    const discover = tidyDiscover(outcome.result);
    if (discover.supportedVersions.includes(MODERN_VERSION)) return { era: 'modern', discover };
    return judgeVersions(server, discover.supportedVersions, ours, { era: 'legacy' });
  }
  const { error } = outcome;
  const offered = offeredVersions(error);
  if (offered.includes(MODERN_VERSION)) return { era: 'again' };
  if (offered.length > 0) return judgeVersions(server, offered, ours, { era: 'legacy' });
  return isAboutTheProbe(error) ? { era: 'legacy' } : { era: 'failed', error: error as HostError };
}

/** Legacy if there is an old version to agree on, or if the list says nothing at all. */
function judgeVersions(server: string, theirs: readonly string[], ours: readonly string[], legacy: EraVerdict): EraVerdict {
  const olderOnes = theirs.filter((version) => !isModernVersion(version));
  return olderOnes.length > 0 || theirs.length === 0 ? legacy : { era: 'failed', error: wrongVersion(server, theirs, ours) };
}

/** A refusal of this one request (an old server's way), as opposed to a server that cannot be reached or wants a sign-in. */
function isAboutTheProbe(error: unknown): boolean {
  if (!(error instanceof HostError)) return false;
  if (error.code.startsWith('auth.')) return false;
  const { status, networkDown, unsent } = factsOf(error);
  if (status === 401 || status === 403) return false;
  // Some servers cut the connection at what they do not know; whether it is more than that, initialize will show.
  if (networkDown) return !unsent;
  return error.code === 'call.protocol' || error.code === 'connect.protocol' || error.code === 'connect.http' || status !== undefined;
}
