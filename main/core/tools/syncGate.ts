import { Emitter } from '../base/emitter.ts';
import type { Tool, ToolSnapshot } from './tool.ts';
import { type ServerToolTable, snapshotOf } from './toolTable.ts';

/** How a tool of a run's snapshot stands at this moment (TOL-7). */
export type CurrentTool =
  | { kind: 'same'; tool: Tool }
  /** The definition is another one now: approvals for the old one do not count (TOL-9). */
  | { kind: 'changed'; tool: Tool }
  | { kind: 'disabled'; tool: Tool }
  /** The server is there but no longer lists the tool. */
  | { kind: 'gone' }
  /** The server was disabled or removed. */
  | { kind: 'server-gone' };

export interface PendingSync {
  conversationId: string;
  pending: boolean;
}

interface Run {
  snapshot: ToolSnapshot;
  /** Runs of one conversation that overlap (a retry that begins before the old one has wound down) share the hold. */
  holders: number;
  hidden: ReadonlySet<string>;
  pending: boolean;
}

/**
 * Lets each conversation's run keep the table it began with (TOL-7). Discoveries during a run wait and enter the next one;
 * what concerns safety is visible at once through `currentOf`.
 */
export class SyncGate {
  readonly #table: ServerToolTable;
  readonly #runs = new Map<string, Run>();
  readonly #pending = new Emitter<PendingSync>();
  readonly #stop: () => void;

  constructor(table: ServerToolTable) {
    this.#table = table;
    this.#stop = table.onChange(() => this.#mark());
  }

  /** Begins a run: the snapshot stays the same until `end`. `hidden` are names this conversation has switched off (TOL-11). */
  begin(conversationId: string, hidden: ReadonlySet<string> = new Set()): ToolSnapshot {
    const running = this.#runs.get(conversationId);
    if (running) {
      running.holders += 1;
      return running.snapshot;
    }
    const snapshot = without(this.#table.snapshot(), hidden);
    this.#runs.set(conversationId, { snapshot, holders: 1, hidden, pending: false });
    return snapshot;
  }

  /** Ends a run; what waited is in force from the next `begin`. */
  end(conversationId: string): void {
    const run = this.#runs.get(conversationId);
    if (!run) return;
    run.holders -= 1;
    if (run.holders > 0) return;
    this.#runs.delete(conversationId);
    if (run.pending) this.#pending.emit({ conversationId, pending: false });
  }

  /** The held snapshot of a run, or the table as it is. */
  snapshotOf(conversationId: string): ToolSnapshot {
    return this.#runs.get(conversationId)?.snapshot ?? this.#table.snapshot();
  }

  /** Whether discoveries wait for this conversation's next run ("available from the next message"). */
  isPending(conversationId: string): boolean {
    return this.#runs.get(conversationId)?.pending ?? false;
  }

  onPending(listener: (change: PendingSync) => void): () => void {
    return this.#pending.on(listener);
  }

  /** Asked before every call, also within a run: a disabled server fails and a changed definition asks again at once. */
  currentOf(tool: Tool): CurrentTool {
    const now = this.#table.find(tool.server, tool.original);
    if (!now) return { kind: this.#table.hasServer(tool.server) ? 'gone' : 'server-gone' };
    if (!this.#table.isEnabled(now)) return { kind: 'disabled', tool: now };
    return now === tool || now.definitionHash === tool.definitionHash ? { kind: 'same', tool: now } : { kind: 'changed', tool: now };
  }

  dispose(): void {
    this.#stop();
    this.#pending.clear();
  }

  #mark(): void {
    if (this.#runs.size === 0) return;
    for (const [conversationId, run] of this.#runs) {
      // A change that was taken back before the run ended leaves nothing to wait for.
      const pending = !sameTools(run.snapshot, without(this.#table.snapshot(), run.hidden));
      if (pending === run.pending) continue;
      run.pending = pending;
      this.#pending.emit({ conversationId, pending });
    }
  }
}

const without = (snapshot: ToolSnapshot, hidden: ReadonlySet<string>): ToolSnapshot =>
  hidden.size === 0
    ? snapshot
    : snapshotOf(
        snapshot.revision,
        snapshot.tools.filter((tool) => !hidden.has(tool.name)),
      );

const sameTools = (a: ToolSnapshot, b: ToolSnapshot): boolean =>
  a === b || (a.tools.length === b.tools.length && a.tools.every((tool, i) => tool === b.tools[i]));
