import type { Model, ModelEvent, ModelRequest } from '../../main/core/models/model.ts';

/** One step: its events, or a function of the request that gives them. `hang` waits for the abort. */
export type ScriptedStep = readonly (ModelEvent | 'hang')[] | ((request: ModelRequest) => readonly (ModelEvent | 'hang')[]);

/** A model that plays steps in order (the last one again and again) and keeps what it was asked. */
export class ScriptedModel implements Model {
  readonly id: string;
  readonly requests: ModelRequest[] = [];
  #steps: readonly ScriptedStep[];

  constructor(steps: readonly ScriptedStep[], id = 'scripted') {
    this.#steps = steps;
    this.id = id;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    // A deep copy: the history grows in place afterwards.
    this.requests.push(structuredClone(request));
    const step = this.#steps[Math.min(this.requests.length, this.#steps.length) - 1] ?? [];
    for (const event of typeof step === 'function' ? step(request) : step) {
      if (signal.aborted) return;
      if (event !== 'hang') {
        yield event;
        continue;
      }
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      return;
    }
  }
}

export const says = (...texts: string[]): ModelEvent[] => [
  ...texts.map((text): ModelEvent => ({ kind: 'text', text })),
  { kind: 'finish', reason: 'end' },
];

export const calls = (...asked: [name: string, args: Record<string, unknown>, id?: string][]): ModelEvent[] => [
  ...asked.map(([name, args, id], n): ModelEvent => ({ kind: 'tool-call', id: id ?? `call_${n}`, name, arguments: args })),
  { kind: 'finish', reason: 'tool-calls' },
];
