import { type Inbound, idKey } from '../jsonRpc.ts';
import { parseMessages, readMessages } from '../readMessages.ts';
import type { SseListener } from './sseParser.ts';

export interface MessageEvents {
  receive(messages: Inbound[]): void;
  /** An event beyond the limit was passed over; the stream goes on. `key`: of the request it answered, when that is known. */
  oversize(key: string | undefined): void;
}

/** The part of a stream's listener that turns `message` events into messages. Other types are for others: keep-alive pings and the like. */
export function messageEvents(to: MessageEvents): Pick<SseListener, 'event' | 'large'> {
  return {
    event: (type, data) => {
      if (type === 'message') to.receive(parseMessages(data));
    },
    large: (type, result) => {
      if (result.kind === 'oversize') to.oversize(result.id === undefined ? undefined : idKey(result.id));
      else if (type === 'message' && result.kind === 'value') to.receive(readMessages(result.value));
    },
  };
}
