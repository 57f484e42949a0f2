import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { EraChoice } from '../../../preload/contract/servers.ts';
import type { Outbound } from './jsonRpc.ts';

/**
 * Transports that only legacy servers speak answer the era probe themselves: asking would cost a round trip, and old servers that
 * stay silent before `initialize` would be taken for dead. Returns true when `message` was such a probe.
 */
export function refuseProbe(message: Outbound, era: EraChoice, deliver: (answer: JSONRPCMessage) => void): boolean {
  if (message.method !== 'server/discover' || message.id === undefined || era === 'modern') return false;
  const answer: JSONRPCMessage = {
    jsonrpc: '2.0',
    id: message.id,
    error: { code: -32_601, message: 'This transport belongs to the legacy era.' },
  };
  queueMicrotask(() => deliver(answer));
  return true;
}
