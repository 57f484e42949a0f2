import { type Inbound, idKey } from '../jsonRpc.ts';
import { parseMessages, readMessages } from '../readMessages.ts';
import type { SseListener } from './sseParser.ts';

export interface MessageEvents {
  receive(messages: Inbound[]): void;
  /** An event beyond the limit was passed over; the stream goes on. `key`: of the request it answered, when that is known. */
  oversize(key: string | undefined): void;
}

/** Characters of an event of another type in which JSON-RPC must show itself. */
const LOOKED_AT = 1000;

/**
 * The part of a stream's listener that turns events into messages. Other types than `message` are keep-alive pings and the like, unless
 * they carry JSON-RPC all the same: some servers name their events after the method.
 */
export function messageEvents(to: MessageEvents): Pick<SseListener, 'event' | 'large'> {
  return {
    event: (type, data) => {
      if (type === 'message' || data.slice(0, LOOKED_AT).includes('"jsonrpc"')) to.receive(parseMessages(data));
    },
    large: (type, result) => {
      if (result.kind === 'oversize') to.oversize(result.id === undefined ? undefined : idKey(result.id));
      else if (type === 'message' && result.kind === 'value') to.receive(readMessages(result.value));
    },
  };
}
