import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import { STAGES, type Stage, type StageRecord } from '../../../preload/contract/pipeline.ts';
import type { ServerRecord } from '../servers/serverHost.ts';
import { fixFor } from './fixes.ts';

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

const stage = (name: Stage, state: StageRecord['state'], detail: string, more: Partial<StageRecord> = {}): StageRecord => ({
  stage: name,
  state,
  detail,
  ...more,
});

function failed(name: Stage, error: ErrorInfo, more: Partial<StageRecord> = {}): StageRecord {
  const fix = fixFor(error);
  return stage(name, 'failed', error.message, { ...more, ...(fix ? { fix } : {}) });
}

const skippedAfter = (name: Stage, why: string): StageRecord[] => STAGES.slice(STAGES.indexOf(name) + 1).map((later) => stage(later, 'skipped', why));

/** An entry that never became a server: its config stage failed, nothing after it ran. */
export const brokenStages = (error: ErrorInfo): StageRecord[] => [failed('config', error), ...skippedAfter('config', 'The entry is not usable.')];

const PHASES = {
  queued: 'Waiting for its turn to connect',
  connecting: 'Connecting',
  installing: 'The package runner is still downloading the server',
  'backing-off': 'Waiting before the next try',
  deferred: 'Starts on first use',
} as const;

/** The six stages of one server as they stand (WIN-5). Pure; shown by the window and printed by `doctor`. */
export function serverStages({ record, offered, lastCall }: StageFacts): StageRecord[] {
  const { origin } = record.config;
  const config = stage('config', 'ok', `Adopted from ${origin.file}${origin.line ? `, line ${origin.line}` : ''}`);
  const { state, marks } = record;
  switch (state.kind) {
    case 'disabled':
      return [config, ...skippedAfter('config', 'The server is switched off.')];
    case 'pending': {
      const waits = state.phase === 'queued' || state.phase === 'backing-off' || state.phase === 'deferred';
      const reason = state.lastError ? `${PHASES[state.phase]} after: ${state.lastError.message}` : PHASES[state.phase];
      return [config, stage('connect', waits ? 'waiting' : 'running', reason, { at: state.since }), ...skippedAfter('connect', 'Not connected yet.')];
    }
    case 'needs-auth':
      return [config, failed('connect', state.error, { at: state.since }), ...skippedAfter('connect', 'Not signed in.')];
    case 'failed': {
      const listFailed = marks.listError !== undefined || state.error.code === 'connect.list_failed';
      if (!listFailed) return [config, failed('connect', state.error, { at: state.since }), ...skippedAfter('connect', 'Not connected.')];
      return [config, connected(record), failed('tools', marks.listError ?? state.error, { at: state.since }), ...skippedAfter('tools', 'No tools.')];
    }
    case 'connected':
      return [config, connected(record), listed(record), given(record, offered), ...callStages(lastCall)];
  }
}

function connected(record: ServerRecord): StageRecord {
  const { info, marks, connectMs } = record;
  const facts = info
    ? `${info.serverInfo?.title ?? info.serverInfo?.name ?? 'Connected'}, protocol ${info.protocolVersion} over ${info.transport}`
    : 'Connected';
  return stage('connect', 'ok', facts, {
    ...(connectMs === undefined ? {} : { ms: connectMs }),
    ...(marks.connected ? { at: marks.connected } : {}),
  });
}

function listed({ counts, marks }: ServerRecord): StageRecord {
  const ms = marks.listed && marks.connected ? Math.max(0, marks.listed - marks.connected) : undefined;
  const text = `${counts.tools} ${counts.tools === 1 ? 'tool' : 'tools'} registered${counts.quarantined ? `, ${counts.quarantined} set aside` : ''}`;
  return stage('tools', 'ok', text, {
    ...(ms === undefined ? {} : { ms }),
    ...(marks.listed ? { at: marks.listed } : {}),
    ...(counts.quarantined ? { fix: 'Open the tools of this server to see why some were set aside.' } : {}),
  });
}

function given({ counts }: ServerRecord, offered: number): StageRecord {
  if (counts.tools === 0) return stage('model', 'skipped', 'There is no tool to offer.');
  if (offered === 0) return stage('model', 'skipped', 'All tools of this server are switched off.');
  return stage('model', 'ok', offered === counts.tools ? `${offered} offered to the model` : `${offered} of ${counts.tools} offered to the model`);
}

function callStages(call: LastCall | undefined): StageRecord[] {
  if (!call) return [stage('call', 'waiting', 'No call yet'), stage('result', 'waiting', 'No result yet')];
  const { ms, at } = call;
  if (call.error) return [failed('call', call.error, { ms, at }), stage('result', 'skipped', `${call.tool} brought no result.`)];
  const said = call.isError ? 'The tool reported an error' : 'In the conversation';
  return [stage('call', 'ok', `${call.tool} answered`, { ms, at }), stage('result', 'ok', `${said} (${call.resultSize} characters)`, { at })];
}
