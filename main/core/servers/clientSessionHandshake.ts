import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  Client,
  type ClientCapabilities,
  type DiscoverResult,
  type Implementation,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/client';
import type { Era, EraChoice } from '../../../preload/contract/servers.ts';
import { HostError } from '../base/hostError.ts';
import { type EraVerdict, judgeProbe, MODERN_VERSION } from './eraProbe.ts';
import type { Raw } from './session.ts';
import { asConnectError, endedEarly, listedVersions, offeredVersions, RpcError, wrongVersion } from './sessionErrors.ts';
import type { SessionWire } from './sessionWire.ts';

interface HandshakePlan {
  wire: SessionWire;
  choice: EraChoice;
  /** What an earlier connection found out; spares the probe. */
  known: Era | undefined;
  clientInfo: Implementation;
  capabilities: ClientCapabilities;
  /** How long the probe may stay without an answer before initialize is tried beside it, in milliseconds. */
  probePatienceMs: number;
  /** Installs the handlers for the server's requests before the first message goes out. */
  prepare(client: Client): void;
}

export interface Handshake {
  client: Client;
  era: Era;
  protocolVersion: string;
  /** What to remember for the next time, when it is not the era of this connection. */
  learnt?: Era;
}

/** The process ended while it was probed: some old servers do. A new one must be started without the probe. */
export class DiedOfProbe extends Error {
  override name = 'DiedOfProbe';
}

const LEGACY_VERSIONS = SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version < MODERN_VERSION);
const OUR_VERSIONS = [MODERN_VERSION, ...LEGACY_VERSIONS];
/** How long a server that answered the probe late may take to answer initialize as well, in milliseconds. */
const DECIDED_LATE_MS = 4_000;
/** How much longer a server that is known to be modern may take to answer the probe. */
const KNOWN_PATIENCE = 5;
/** The connection's own limit ends a handshake, not the SDK's. */
const NO_TIMEOUT = 2_147_483_647;

/** Finds out which era the server speaks, on this one connection, and shakes hands in it. Rejects with HostError (or DiedOfProbe). */
export async function shakeHands(plan: HandshakePlan): Promise<Handshake> {
  if (plan.choice === 'legacy') return legacy(plan);
  if (plan.choice === 'modern') return strictlyModern(plan);
  if (plan.known === 'legacy') return legacyOr(plan, async () => byVerdict(plan, await probe(plan)));
  return auto(plan);
}

async function auto(plan: HandshakePlan): Promise<Handshake> {
  const { probePatienceMs } = plan;
  let late: EraVerdict | undefined;
  const verdict = probe(plan).then((found) => {
    late = found;
    return found;
  });
  verdict.catch(() => undefined);
  const first = await Promise.race([verdict, wait(plan, plan.known === 'modern' ? probePatienceMs * KNOWN_PATIENCE : probePatienceMs)]);
  if (first) return byVerdict(plan, first);
  // Silence may be an old server or one that is still starting. From here on the answer to initialize decides: a server of both eras
  // that took it is a legacy server for the rest of this connection, whatever it says about itself later.
  const attempt = legacyOr(plan, async () => byVerdict(plan, await verdict));
  attempt.catch(() => undefined);
  const modernAfterAll = verdict.then(async (found) => (found.era === 'modern' ? wait(plan, DECIDED_LATE_MS).then(() => found) : never));
  const winner = await Promise.race([attempt, modernAfterAll.catch(() => never)]);
  if (!('client' in winner)) return byVerdict(plan, winner);
  return late?.era === 'modern' ? { ...winner, learnt: 'modern' } : winner;
}

async function strictlyModern(plan: HandshakePlan): Promise<Handshake> {
  const verdict = await probe(plan);
  if (verdict.era === 'modern') return modern(plan, verdict.discover);
  if (verdict.era === 'failed') throw verdict.error;
  throw wrongVersion(plan.wire.server, ['only older versions'], [MODERN_VERSION]);
}

async function byVerdict(plan: HandshakePlan, verdict: EraVerdict): Promise<Handshake> {
  if (verdict.era === 'modern') return modern(plan, verdict.discover);
  if (verdict.era === 'failed') throw asConnectError(plan.wire.server, verdict.error);
  return legacy(plan);
}

/** Asks `server/discover`; once more when the server refused the probe's version although it lists it. */
async function probe(plan: HandshakePlan): Promise<EraVerdict> {
  const first = await probeOnce(plan);
  const verdict = first.era === 'again' ? await probeOnce(plan) : first;
  if (verdict.era !== 'again') return verdict;
  return { era: 'failed', error: new HostError('connect.version', `"${plan.wire.server}" refuses the version it offers (${MODERN_VERSION}).`) };
}

async function probeOnce({ wire, clientInfo, capabilities }: HandshakePlan): Promise<EraVerdict> {
  const params = { _meta: envelopeOf(clientInfo, capabilities) };
  try {
    return judgeProbe(wire.server, { result: await wire.request({ method: 'server/discover', params }) }, OUR_VERSIONS);
  } catch (error) {
    if (wire.closed) throw new DiedOfProbe('The connection ended during the probe.', { cause: error });
    return judgeProbe(wire.server, { error }, OUR_VERSIONS);
  }
}

const wait = ({ wire }: HandshakePlan, ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    wire.clock.after(ms, () => resolve(undefined));
  });

const never = new Promise<never>(() => undefined);

async function modern(plan: HandshakePlan, discover: Raw): Promise<Handshake> {
  const client = newClient(plan);
  await client.connect(plan.wire.port(), { prior: { kind: 'modern', discover: discover as unknown as DiscoverResult } });
  // Servers of this era log only to those who ask, in each request.
  const logs = client.getServerCapabilities()?.logging === undefined ? {} : { [LOG_LEVEL_META_KEY]: 'info' };
  plan.wire.envelope = { ...envelopeOf(plan.clientInfo, plan.capabilities), ...logs };
  return { client, era: 'modern', protocolVersion: MODERN_VERSION };
}

/** initialize; when the server turns out to be modern only (-32022), `otherwise`. */
async function legacyOr(plan: HandshakePlan, otherwise: () => Promise<Handshake>): Promise<Handshake> {
  try {
    return await legacy(plan);
  } catch (error) {
    const { wire } = plan;
    if (wire.closed || !(error instanceof HostError) || error.code !== 'connect.version' || wire.offeredVersion !== undefined) throw error;
    return otherwise();
  }
}

/** initialize with the newest version of `versions`; servers that refuse it instead of naming theirs are asked with older ones. */
async function legacy(plan: HandshakePlan, versions: readonly string[] = LEGACY_VERSIONS): Promise<Handshake> {
  const { wire } = plan;
  const client = newClient(plan, versions);
  try {
    await client.connect(wire.port(), { prior: { kind: 'legacy' }, timeout: NO_TIMEOUT });
  } catch (error) {
    const older = wire.closed ? [] : olderVersions(wire.server, error, versions);
    if (older.length > 0) return legacy(plan, older);
    throw explain(wire, error);
  }
  return { client, era: 'legacy', protocolVersion: client.getNegotiatedProtocolVersion() ?? '' };
}

/** What is left to offer after a refusal that is about the version: those the server lists, or else simply the next ones. */
function olderVersions(server: string, error: unknown, offered: readonly string[]): string[] {
  if (!(error instanceof ProtocolError)) return [];
  const theirs = listedVersions(new RpcError(server, 'initialize', error));
  if (theirs.length === 0 && !/protocol\s?version/i.test(error.message)) return [];
  return offered.slice(1).filter((version) => theirs.length === 0 || theirs.includes(version));
}

/** The SDK's words for a failed handshake, in ours. */
function explain(wire: SessionWire, error: unknown): HostError {
  const { server, offeredVersion } = wire;
  if (error instanceof HostError) return asConnectError(server, error);
  if (wire.closed) return endedEarly(server, wire.closeReason);
  if (error instanceof ProtocolError) {
    const rpc = new RpcError(server, 'initialize', error);
    const offered = offeredVersions(rpc);
    return offered.length > 0 ? wrongVersion(server, offered, OUR_VERSIONS) : asConnectError(server, rpc);
  }
  if (offeredVersion === undefined && isUnreadable(error)) {
    return new HostError('connect.protocol', `"${server}" answered initialize without naming a protocol version.`, {
      fix: 'Check that the command or address really is an MCP server.',
      params: { server },
    });
  }
  if (offeredVersion !== undefined && !LEGACY_VERSIONS.includes(offeredVersion)) return wrongVersion(server, [offeredVersion], OUR_VERSIONS);
  return asConnectError(server, error);
}

/** The SDK's schema refused the answer; its words about that are a list in JSON. */
const isUnreadable = (error: unknown): boolean => error instanceof Error && error.message.startsWith('Invalid result');

/** `versions`: of the legacy era, the one to offer first. */
function newClient(plan: HandshakePlan, versions?: readonly string[]): Client {
  // Era negotiation is done above, in place and with patience; `prior` tells the SDK its outcome, so this mode only has to be set.
  const client = new Client(plan.clientInfo, {
    capabilities: plan.capabilities,
    versionNegotiation: { mode: 'auto' },
    ...(versions && { supportedProtocolVersions: [...versions] }),
  });
  plan.prepare(client);
  return client;
}

const envelopeOf = (clientInfo: Implementation, capabilities: ClientCapabilities): Raw => ({
  [PROTOCOL_VERSION_META_KEY]: MODERN_VERSION,
  [CLIENT_INFO_META_KEY]: clientInfo,
  [CLIENT_CAPABILITIES_META_KEY]: capabilities,
});
