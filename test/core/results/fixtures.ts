import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLogger } from '../../../main/core/base/silentLogger.ts';
import { createProcessResult, type ProcessResultDeps } from '../../../main/core/results/processResult.ts';
import type { ProcessedResult } from '../../../main/core/results/result.ts';
import { createResultStore, type ResultStore, type ResultStoreDeps } from '../../../main/core/results/resultStore.ts';

export interface TestStore {
  store: ResultStore;
  folder: string;
  remove(): void;
}

export function makeStore(more: Partial<ResultStoreDeps> = {}): TestStore {
  const root = mkdtempSync(path.join(tmpdir(), 'results-'));
  const folder = path.join(root, 'results');
  const store = createResultStore({
    folder,
    quotaBytes: () => 1e9,
    inUse: () => false,
    clock: { now: () => Date.now() },
    log: silentLogger,
    ...more,
  });
  return { store, folder, remove: () => rmSync(root, { recursive: true, force: true }) };
}

export const LIMITS = { maxTokens: 25_000, maxSide: 1568, maxBytes: 1_150_000 };
export const CONTEXT = { server: 's', tool: 't', callId: 'c' };

export function makeProcess(store: ResultStore, more: Partial<ProcessResultDeps> = {}) {
  const process = createProcessResult({ store, limits: () => LIMITS, log: silentLogger, ...more });
  return (raw: unknown, outputSchema?: Record<string, unknown>): Promise<ProcessedResult> =>
    process(raw as Record<string, unknown>, { ...CONTEXT, ...(outputSchema ? { outputSchema } : {}) });
}

/** How often the event loop came round while the work went on. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let running = true;
  const count = (): void => {
    turns += 1;
    if (running) setImmediate(count);
  };
  setImmediate(count);
  await work();
  running = false;
  return turns;
}

/** What the black-box cases call hidden; the three flags made of tags are no trick. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
export const HIDDEN = /[\u{E0000}-\u{E007F}\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]|[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/u;
