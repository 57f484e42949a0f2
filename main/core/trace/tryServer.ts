import type { StageRecord } from '../../../preload/contract/pipeline.ts';
import type { ServerConfig } from '../config/serverConfig.ts';
import type { ServerHost, ServerRecord } from '../servers/serverHost.ts';
import { serverStages } from './serverStages.ts';

export interface TrialResult {
  /** config, connect and tools; the later stages need a conversation. */
  stages: StageRecord[];
  tools: number;
}

/** Connects to `candidate`, reports its stages as they change, and ends it again. Nothing is written. */
export type TryServer = (candidate: ServerConfig, signal: AbortSignal, onStages?: (stages: StageRecord[]) => void) => Promise<TrialResult>;

const STAGES_TRIED = 3;

/** One try on a host made for it ("test connection", WIN-4). The first failure is the answer; a trial is not repeated. */
export async function tryServer(
  host: ServerHost,
  candidate: ServerConfig,
  signal: AbortSignal,
  onStages?: (stages: StageRecord[]) => void,
): Promise<TrialResult> {
  const { name } = candidate;
  const stagesOf = (record: ServerRecord): StageRecord[] => serverStages({ record, offered: record.counts.tools }).slice(0, STAGES_TRIED);
  try {
    host.apply([{ ...candidate, disabled: false }]);
    const record = await new Promise<ServerRecord | undefined>((resolve) => {
      const look = (): void => {
        const found = host.get(name);
        if (found) onStages?.(stagesOf(found));
        if (!found || isSettled(found) || signal.aborted) {
          stop();
          resolve(found);
        }
      };
      const stop = host.onChange(look);
      signal.addEventListener('abort', look, { once: true });
      look();
    });
    return record ? { stages: stagesOf(record), tools: record.counts.tools } : { stages: [], tools: 0 };
  } finally {
    await host.stopAll();
  }
}

const isSettled = ({ state }: ServerRecord): boolean => state.kind !== 'pending' || state.lastError !== undefined;
