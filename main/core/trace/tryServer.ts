import type { ConnectionTestResult, ConnectionTestView } from '../../../preload/contract/entrySetup.ts';
import type { StageRecord } from '../../../preload/contract/pipeline.ts';
import type { ServerConfig } from '../config/serverConfig.ts';
import type { ServerRecord } from '../servers/serverHost.ts';
import type { ServerManager } from '../servers/serverManager.ts';
import { salvage } from '../tools/salvage.ts';
import { serverStages, withQuarantine } from './serverStages.ts';
import { say } from './stageText.ts';

/** Connects to `candidate`, reports how far it is as that changes, and has ended it again when it answers. Nothing is written. */
export type TryServer = (
  candidate: ServerConfig,
  signal: AbortSignal,
  onProgress?: (progress: ConnectionTestView) => void,
) => Promise<ConnectionTestResult>;

/** config, connect and tools; the later stages need a conversation. */
const STAGES_TRIED = 3;
/** As many as fit beside the stages; the whole log is on the server's own page. */
const LINES_SHOWN = 8;

/** One try on a host made for it ("test connection", WIN-4). The first failure is the answer; a trial is not repeated. */
export async function tryServer(
  host: Pick<ServerManager, 'apply' | 'get' | 'logs' | 'onChange' | 'onEvent' | 'onTools' | 'stopAll'>,
  candidate: ServerConfig,
  signal: AbortSignal,
  onProgress?: (progress: ConnectionTestView) => void,
): Promise<ConnectionTestResult> {
  const { name } = candidate;
  const stderr = (): string[] =>
    host
      .logs(name)
      .filter(({ source }) => source === 'stderr')
      .slice(-LINES_SHOWN)
      .map(({ text }) => text);
  let aside = 0;
  // The server is called connected only after this was asked, so the count is there in time.
  host.onTools(({ server, items, headerParameters = false }) => {
    aside = salvage(server, items, { headers: headerParameters }).quarantined.length;
  });
  const tried = (): ServerRecord | undefined => {
    const record = host.get(name);
    return record && { ...record, counts: withQuarantine(record.counts, aside) };
  };
  let found: ServerRecord | undefined;
  try {
    host.apply([{ ...candidate, disabled: false, startOnFirstUse: false }]);
    found = await new Promise<ServerRecord | undefined>((resolve) => {
      const look = (): void => {
        const record = tried();
        if (record) onProgress?.({ stages: stagesOf(record), stderr: stderr() });
        if (!record || isSettled(record) || signal.aborted) {
          stop();
          resolve(record);
        }
      };
      const ends = [host.onChange(look), host.onEvent(({ event }) => event.kind === 'log' && look())];
      const stop = (): void => {
        for (const end of ends) end();
        signal.removeEventListener('abort', look);
      };
      signal.addEventListener('abort', look);
      look();
    });
  } finally {
    await host.stopAll();
  }
  // The last words of a process may come after its end was noticed.
  const lines = stderr();
  if (!found) return { stages: [], tools: 0, stderr: lines };
  const code = errorOf(found)?.code;
  return { stages: stagesOf(found), tools: found.counts.tools, stderr: lines, ...(code === undefined ? {} : { code }) };
}

/** As `serverStages`, but of an entry that is in no file, of one try, and with what is waited for. */
function stagesOf(record: ServerRecord): StageRecord[] {
  const { state, counts } = record;
  if (state.kind === 'pending' && state.lastError)
    return stagesOf({ ...record, state: { kind: 'failed', since: state.since, error: state.lastError } });
  const stages = serverStages({ record, offered: counts.tools }).slice(0, STAGES_TRIED);
  return stages.map((stage) => {
    if (stage.stage === 'config') return { ...stage, ...say('draft') };
    return state.kind === 'pending' ? underWay(stage, record) : stage;
  });
}

function underWay(stage: StageRecord, { config, marks, state }: ServerRecord): StageRecord {
  const { connectStarted, connected } = marks;
  if (connected !== undefined) {
    return stage.stage === 'connect'
      ? { stage: 'connect', state: 'ok', ...say('connectedPlain'), at: connected, ms: connected - (connectStarted ?? connected) }
      : { stage: stage.stage, state: 'running', ...say('listing'), at: connected };
  }
  if (stage.stage !== 'connect' || state.kind !== 'pending' || state.phase !== 'connecting') return stage;
  // A program that was not started yet has begun nothing that could be waited for.
  const starting = config.transport === 'stdio' && connectStarted === undefined;
  return { ...stage, ...say(starting ? 'starting' : 'waiting'), at: connectStarted ?? state.since };
}

const errorOf = ({ state }: ServerRecord) => ('error' in state ? state.error : state.kind === 'pending' ? state.lastError : undefined);
const isSettled = ({ state }: ServerRecord): boolean => state.kind !== 'pending' || state.lastError !== undefined;
