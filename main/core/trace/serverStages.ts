import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import { STAGES, type Stage, type StageRecord } from '../../../preload/contract/pipeline.ts';
import type { ServerState } from '../../../preload/contract/servers.ts';
import type { ServerRecord } from '../servers/serverHost.ts';
import { fixFor } from './fixes.ts';
import { type StageTextKey, say } from './stageText.ts';

/** The last call of a server, for its last two stages. */
export interface LastCall {
  tool: string;
  ms: number;
  at: number;
  /** Absent when the call came back, even with the tool's own error. */
  error?: ErrorInfo;
  isError: boolean;
  /** How many characters the model got. */
  resultSize: number;
}

export interface StageFacts {
  record: ServerRecord;
  /** Tools given to the model (adopted and not switched off). */
  offered: number;
  lastCall?: LastCall | undefined;
}

type Said = Pick<StageRecord, 'detail' | 'text'>;
const stage = (name: Stage, state: StageRecord['state'], said: Said, more: Partial<StageRecord> = {}): StageRecord => ({
  stage: name,
  state,
  ...said,
  ...more,
});

function failed(name: Stage, error: ErrorInfo, more: Partial<StageRecord> = {}): StageRecord {
  const fix = fixFor(error);
  return stage(name, 'failed', { detail: error.message }, { ...more, error, ...(fix ? { fix } : {}) });
}

const skippedAfter = (name: Stage, why: StageTextKey): StageRecord[] =>
  STAGES.slice(STAGES.indexOf(name) + 1).map((later) => stage(later, 'skipped', say(why)));

/** An entry that never became a server: its config stage failed, nothing after it ran. */
export const brokenStages = (error: ErrorInfo): StageRecord[] => [failed('config', error), ...skippedAfter('config', 'unusable')];

/** The six stages of one server as they stand (WIN-5). Pure; shown by the window and printed by `doctor`. */
export function serverStages({ record, offered, lastCall }: StageFacts): StageRecord[] {
  const { origin } = record.config;
  const { file, line } = origin;
  const config = stage('config', 'ok', line ? say('adoptedAt', { file, line }) : say('adopted', { file }));
  const { state, marks } = record;
  switch (state.kind) {
    case 'disabled':
      return [config, ...skippedAfter('config', 'switchedOff')];
    case 'pending':
      return [config, pending(state), ...skippedAfter('connect', 'notYetConnected')];
    case 'needs-auth':
      return [config, failed('connect', state.error, { at: state.since }), ...skippedAfter('connect', 'notSignedIn')];
    case 'failed': {
      const listFailed = marks.listError !== undefined || state.error.code === 'connect.list_failed';
      if (!listFailed) return [config, failed('connect', state.error, { at: state.since }), ...skippedAfter('connect', 'notConnected')];
      return [config, connected(record), failed('tools', marks.listError ?? state.error, { at: state.since }), ...skippedAfter('tools', 'noTools')];
    }
    case 'connected':
      return [config, connected(record), listed(record), given(record, offered), ...callStages(lastCall)];
  }
}

function pending({ phase, since, lastError }: Extract<ServerState, { kind: 'pending' }>): StageRecord {
  const waits = phase === 'queued' || phase === 'backing-off' || phase === 'deferred';
  const said = say(phase);
  const detail = lastError ? `${said.detail} after: ${lastError.message}` : said.detail;
  return stage('connect', waits ? 'waiting' : 'running', { ...said, detail }, { at: since, ...(lastError ? { error: lastError } : {}) });
}

function connected(record: ServerRecord): StageRecord {
  const { info, marks, connectMs } = record;
  const server = info?.serverInfo?.title ?? info?.serverInfo?.name ?? record.name;
  const facts = info ? say('connected', { server, version: info.protocolVersion, transport: info.transport }) : say('connectedPlain');
  return stage('connect', 'ok', facts, {
    ...(connectMs === undefined ? {} : { ms: connectMs }),
    ...(marks.connected ? { at: marks.connected } : {}),
  });
}

/** The record's counts are of what was listed; here tools are those that can be used, beside those set aside. */
export function withQuarantine(counts: ServerRecord['counts'], quarantined: number): ServerRecord['counts'] {
  return { ...counts, tools: Math.max(0, counts.tools - quarantined), quarantined };
}

function listed({ counts, marks }: ServerRecord): StageRecord {
  const ms = marks.listed && marks.connected ? Math.max(0, marks.listed - marks.connected) : undefined;
  const { tools: count, quarantined: aside } = counts;
  return stage('tools', 'ok', aside ? say('listedSome', { count, aside }) : say('listed', { count }), {
    ...(ms === undefined ? {} : { ms }),
    ...(marks.listed ? { at: marks.listed } : {}),
    ...(aside ? { fix: 'Open the tools of this server to see why some were set aside.' } : {}),
  });
}

function given({ counts }: ServerRecord, offered: number): StageRecord {
  if (counts.tools === 0) return stage('model', 'skipped', say('nothingToOffer'));
  if (offered === 0) return stage('model', 'skipped', say('allOff'));
  return stage('model', 'ok', offered === counts.tools ? say('offered', { offered }) : say('offeredSome', { offered, all: counts.tools }));
}

function callStages(call: LastCall | undefined): StageRecord[] {
  if (!call) return [stage('call', 'waiting', say('noCall')), stage('result', 'waiting', say('noResult'))];
  const { ms, at, tool } = call;
  if (call.error) return [failed('call', call.error, { ms, at }), stage('result', 'skipped', say('resultless', { tool }))];
  const said = say(call.isError ? 'toolError' : 'delivered', { count: call.resultSize });
  return [stage('call', 'ok', say('answered', { tool }), { ms, at }), stage('result', 'ok', said, { at })];
}
