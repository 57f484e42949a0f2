import type { QuaysideBridge } from '../../../preload/contract/bridge.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../preload/contract/commands.ts';
import { fail, type Outcome } from '../../../preload/contract/errors.ts';
import { diff, type HostEvent, type HostState } from '../../../preload/contract/mirror.ts';

export type Handlers = { [K in CommandName]?: (input: CommandInput<K>) => Outcome<CommandOutput<K>> | Promise<Outcome<CommandOutput<K>>> };

export interface Call {
  name: CommandName;
  input: unknown;
}

/** Stands in for main: holds a HostState, sends it as numbered events, answers commands from a table, and remembers what it was asked. */
export class FakeHost implements QuaysideBridge {
  readonly calls: Call[] = [];
  state: HostState;
  handlers: Handlers;
  #listeners = new Set<(event: HostEvent) => void>();
  #seq = 0;

  constructor(state: HostState, handlers: Handlers = {}) {
    this.state = state;
    this.handlers = handlers;
  }

  onEvent(listener: (event: HostEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async invoke<K extends CommandName>(name: K, input: CommandInput<K>): Promise<Outcome<CommandOutput<K>>> {
    this.calls.push({ name, input });
    if (name === 'host.snapshot') this.snapshot();
    const handler = this.handlers[name];
    if (handler) return handler(input);
    if (name === 'host.snapshot') return { ok: true, value: {} as CommandOutput<K> };
    return fail('host.unavailable', `The sample host does not answer "${name}".`);
  }

  /** Changes the state and sends the difference, like main's publisher. */
  update(change: (state: HostState) => HostState): void {
    const before = this.state;
    this.state = change(before);
    const patches = diff(before, this.state);
    if (patches.length > 0) this.emit({ kind: 'patches', seq: this.#next(), patches });
  }

  snapshot(): void {
    this.emit({ kind: 'snapshot', seq: this.#next(), state: structuredClone(this.state) });
  }

  /** Uses up a number without sending it: the window must notice the gap. */
  skip(): void {
    this.#next();
  }

  emit(event: HostEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  callsOf<K extends CommandName>(name: K): CommandInput<K>[] {
    return this.calls.filter((call) => call.name === name).map((call) => call.input as CommandInput<K>);
  }

  #next(): number {
    this.#seq += 1;
    return this.#seq;
  }
}
