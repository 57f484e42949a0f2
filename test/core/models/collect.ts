import type { Model, ModelEvent, ModelRequest } from '../../../main/core/models/model.ts';
import type { Clock } from '../../../main/core/ports.ts';

/** Timers run at once; the waits that were asked for are kept. */
export function instantClock(): Clock & { waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    now: () => Date.parse('2026-03-04T10:00:00Z'),
    after(ms, run) {
      waits.push(ms);
      let cancelled = false;
      queueMicrotask(() => {
        if (!cancelled) run();
      });
      return {
        cancel: () => {
          cancelled = true;
        },
      };
    },
  };
}

export const request = (text: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  system: 'Be brief.',
  messages: [{ role: 'user', text }],
  tools: [],
  ...more,
});

export async function collect(model: Model, wanted: ModelRequest, signal = new AbortController().signal): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(wanted, signal)) events.push(event);
  return events;
}

export const textOf = (events: readonly ModelEvent[]): string => events.map((event) => (event.kind === 'text' ? event.text : '')).join('');
