import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What arrived at the fake, and what it did. */
export interface FakeLogEntry {
  dir: string;
  http?: string;
  path?: string;
  rpc?: string;
  msg?: { id?: unknown; method?: string; params?: Record<string, unknown> };
  headers?: Record<string, string>;
  status?: number;
}

export interface FakeHttp {
  url: string;
  base: string;
  log: FakeLogEntry[];
  close(): Promise<void>;
}

export type Scenario = Record<string, unknown>;

const CASES = join(dirname(fileURLToPath(import.meta.url)), '..', 'cases');

/** The scripted server of the fault cases, in this process. Its format: test/cases/README.md. */
export async function startFake(scenario: Scenario): Promise<FakeHttp> {
  const { startFakeHttp } = (await import(pathToFileURL(join(CASES, 'fake-http.mjs')).href)) as {
    startFakeHttp(scenario: Scenario, options?: { dir?: string }): Promise<FakeHttp>;
  };
  return startFakeHttp(scenario);
}

/** The scenario of a case, by its folder's name. */
export function caseScenario(folder: string, file = 'scenario.json'): Scenario {
  return JSON.parse(readFileSync(join(CASES, folder, file), 'utf8')) as Scenario;
}

/** How often something arrived: a JSON-RPC method, or `GET`, `POST`, `DELETE`. */
export function countIn(fake: FakeHttp, what: string): number {
  return fake.log.filter((entry) => entry.dir === 'in' && (entry.rpc === what || entry.http === what)).length;
}
