import type { Message, Part, ToolCallView } from '../../../preload/contract/chat.ts';
import type { AgentEvent, RunEnd } from './runEvents.ts';

/**
 * The answer under way as a value: each event gives a new Message, parts that did not change stay the same objects, so that a view can
 * compare by reference.
 */
export function applyEvent(message: Message, event: AgentEvent, newId: () => string): Message {
  switch (event.kind) {
    case 'text':
      return appendText(message, 'text', event.text);
    case 'reasoning':
      return appendReasoning(message, event);
    case 'call':
      return add(message, {
        kind: 'tool',
        call: event.call,
        step: event.step,
        ...(event.providerData === undefined ? {} : { providerData: event.providerData }),
      });
    case 'call-update':
    case 'call-end':
      return changeCall(message, event.id, event.change);
    case 'form': {
      const { tool, title, inputSchema, values } = event;
      return add(message, { kind: 'form', form: { id: newId(), tool, title, inputSchema, values }, state: 'open' });
    }
    case 'notice':
      return add(message, { kind: 'notice', code: event.code, message: event.message, ...(event.params ? { params: event.params } : {}) });
    case 'state':
    case 'step-start':
    case 'step-end':
      return message;
  }
}

const add = (message: Message, part: Part): Message => ({ ...message, parts: [...message.parts, part] });
const replaceLast = (message: Message, part: Part): Message => ({ ...message, parts: [...message.parts.slice(0, -1), part] });

function appendText(message: Message, kind: 'text', text: string): Message {
  const last = message.parts.at(-1);
  return last?.kind === kind ? replaceLast(message, { ...last, text: last.text + text }) : add(message, { kind, text });
}

function appendReasoning(message: Message, { text, providerData }: Extract<AgentEvent, { kind: 'reasoning' }>): Message {
  const last = message.parts.at(-1);
  const open = last?.kind === 'reasoning' && last.providerData === undefined ? last : undefined;
  const closing = providerData === undefined ? {} : { providerData };
  if (open) return replaceLast(message, { ...open, text: open.text + text, ...closing });
  return add(message, { kind: 'reasoning', text, ...closing });
}

export function changeCall(message: Message, id: string, change: Partial<ToolCallView>): Message {
  let changed = false;
  const parts = message.parts.map((part) => {
    if (part.kind !== 'tool' || part.call.id !== id) return part;
    changed = true;
    return { ...part, call: { ...part.call, ...change } };
  });
  return changed ? { ...message, parts } : message;
}

/** The message when its run is over: its status, the error under it, and no call left open. */
export function endMessage(message: Message, end: RunEnd): Message {
  const closed = closeCalls(message);
  const status = end.stop === 'aborted' ? 'stopped' : end.stop === 'error' ? 'failed' : 'done';
  return { ...closed, status, ...(end.error ? { error: end.error } : {}), ...(end.usage ? { usage: end.usage } : {}) };
}

const OPEN: readonly ToolCallView['state'][] = ['waiting-approval', 'queued', 'running'];

/**
 * A message whose run ended without it, by a crash or a kill: calls that were running may have had their effect, the others never
 * started (SEC-5). The same for a message that is not open is no change.
 */
export function recoverMessage(message: Message): Message {
  return message.status === 'streaming' ? { ...closeCalls(message), status: 'stopped' } : message;
}

function closeCalls(message: Message): Message {
  const open = message.parts.some((part) => part.kind === 'tool' && OPEN.includes(part.call.state));
  if (!open) return message;
  const parts = message.parts.map((part): Part => {
    if (part.kind !== 'tool' || !OPEN.includes(part.call.state)) return part;
    const { call } = part;
    if (call.state !== 'running')
      return { ...part, call: { ...call, state: 'cancelled', error: { code: 'call.cancelled', message: `${call.title} was not started.` } } };
    return {
      ...part,
      call: {
        ...call,
        state: 'failed',
        error: {
          code: 'call.outcome_unknown',
          message: `${call.title} was running when the app ended; it is not known whether it finished.`,
          fix: 'Check before running it again.',
        },
      },
    };
  });
  return { ...message, parts };
}
