import type { Settings } from '../../../preload/contract/settings.ts';
import type { ServerConfig } from '../config/serverConfig.ts';
import type { MachinePolicy } from './machineTypes.ts';
import { reconnectDelay } from './reconnectDelay.ts';

/**
 * A connection that merely waits gives its slot back after this long (CON-2). Milliseconds. A process that starts keeps the machine busy,
 * so it counts as waiting only after 2 s; over the network waiting is all there is to do, and two hundred servers that answer after
 * 100 ms must not queue behind each other.
 */
const SLOT_PATIENCE_MS = { local: 2_000, remote: 20 };

/** A connection that lived this long counts as a success (CON-5). Milliseconds. */
const STABLE_MS = 10_000;

/** What the machine goes by at this moment: the settings, laid over by what the entry says for itself. */
export function connectionPolicy(settings: Settings['mcp'], config: ServerConfig, now: number, random: () => number): MachinePolicy {
  const { connectTimeoutMs, installTimeoutMs, maxFailures, failureDecayMs, cooldownMs } = settings;
  const own = config.connectTimeoutMs;
  return {
    now,
    connectTimeoutMs: own ?? connectTimeoutMs,
    installTimeoutMs: Math.max(installTimeoutMs, own ?? 0),
    slotPatienceMs: config.transport === 'stdio' ? SLOT_PATIENCE_MS.local : SLOT_PATIENCE_MS.remote,
    maxFailures,
    failureDecayMs,
    cooldownMs,
    stableMs: STABLE_MS,
    delayMs: (failures) => reconnectDelay(failures, random()),
  };
}
