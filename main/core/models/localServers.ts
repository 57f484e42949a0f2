import type { Clock } from '../ports.ts';
import { type CatalogModel, listModels } from './modelCatalog.ts';

/** A language model server found on this machine. */
export interface LocalServer {
  name: string;
  baseUrl: string;
  models: CatalogModel[];
}

const KNOWN: readonly { name: string; port: number }[] = [
  { name: 'Ollama', port: 11434 },
  { name: 'LM Studio', port: 1234 },
  { name: 'llama.cpp', port: 8080 },
  { name: 'vLLM', port: 8000 },
];

export interface FindLocalServersOptions {
  /** Milliseconds per server; all are asked at the same time. */
  timeoutMs?: number;
  signal?: AbortSignal;
  fetch?: typeof fetch;
  clock?: Clock;
  candidates?: readonly { name: string; port: number }[];
}

/**
 * Asks the usual ports of 127.0.0.1 for a model list (AGT-3). Only runs when a person asks for it: an unasked request could
 * wake or disturb something else that happens to listen there.
 */
export async function findLocalServers(options: FindLocalServersOptions = {}): Promise<LocalServer[]> {
  const { timeoutMs = 800, candidates = KNOWN, signal, clock } = options;
  const answers = await Promise.all(
    candidates.map(async ({ name, port }): Promise<LocalServer | undefined> => {
      const baseUrl = `http://127.0.0.1:${port}/v1`;
      const found = await listModels({
        kind: 'openai-compatible',
        baseUrl,
        timeoutMs,
        ...(signal ? { signal } : {}),
        ...(clock ? { clock } : {}),
        ...(options.fetch ? { fetch: options.fetch } : {}),
      });
      return found.ok ? { name, baseUrl, models: found.value } : undefined;
    }),
  );
  return answers.filter((server) => server !== undefined);
}
