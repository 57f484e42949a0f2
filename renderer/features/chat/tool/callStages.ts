import type { TFunction } from 'i18next';
import type { ToolCallView } from '../../../../preload/contract/chat.ts';
import type { ErrorInfo } from '../../../../preload/contract/errors.ts';
import type { Stage, StageRecord, StageState } from '../../../../preload/contract/pipeline.ts';

/** Which stage an error code belongs to. */
function stageOfError(error: ErrorInfo): Stage {
  const [area] = error.code.split('.');
  if (area === 'config') return 'config';
  if (area === 'connect' || area === 'spawn' || area === 'auth') return 'connect';
  if (error.code === 'call.unknown_tool') return 'tools';
  return area === 'result' ? 'result' : 'call';
}

const ORDER: readonly Stage[] = ['config', 'connect', 'tools', 'model', 'call', 'result'];

interface CallFacts {
  call: ToolCallView;
  offline: boolean;
  /** The stages of the call's server, for their times. */
  server: readonly StageRecord[];
}

/** The way of one call through the six stages (WIN-5), read off the call itself: what came before it must have been fine. */
export function callStages({ call, offline, server }: CallFacts, t: TFunction): StageRecord[] {
  const failedAt = call.error ? ORDER.indexOf(stageOfError(call.error)) : -1;
  return ORDER.map((stage, i): StageRecord => {
    const record = plainStage(stage, call, offline, t);
    if (failedAt === i && call.error) {
      return { ...record, state: 'failed', detail: call.error.message, ...(call.error.fix ? { fix: call.error.fix } : {}) };
    }
    if (failedAt >= 0 && i > failedAt) return { stage, state: 'skipped', detail: t('chat.stage.notReached') };
    const ms = i < 3 ? server.find((known) => known.stage === stage)?.ms : undefined;
    return ms === undefined ? record : { ...record, ms };
  });
}

function plainStage(stage: Stage, call: ToolCallView, offline: boolean, t: TFunction): StageRecord {
  const ok = (detail: string): StageRecord => ({ stage, state: 'ok', detail });
  switch (stage) {
    case 'config':
      return ok(t('chat.stage.adopted', { server: call.server }));
    case 'connect':
      return ok(t('chat.stage.connected', { server: call.server }));
    case 'tools':
      return ok(t('chat.stage.registered'));
    case 'model':
      return ok(t(offline ? 'chat.stage.chosenOffline' : 'chat.stage.chosenByModel'));
    case 'call':
      return callStage(call, t);
    case 'result':
      return resultStage(call, t);
  }
}

function callStage(call: ToolCallView, t: TFunction): StageRecord {
  const rule = call.verdict?.rule ?? '—';
  const at = (state: StageState, detail: string): StageRecord => ({
    stage: 'call',
    state,
    detail,
    ...(call.ms === undefined ? {} : { ms: call.ms }),
  });
  switch (call.state) {
    case 'waiting-approval':
      return at('waiting', t('chat.stage.waiting'));
    case 'queued':
      return at('waiting', t('chat.stage.queued'));
    case 'running':
      return at('running', call.progress?.message ?? t('chat.stage.sent'));
    case 'denied':
      return at('failed', t('chat.stage.denied', { rule }));
    case 'cancelled':
      return at('skipped', t('chat.stage.cancelled'));
    case 'done':
    case 'failed':
      return at('ok', t('chat.stage.answered', { rule }));
  }
}

function resultStage(call: ToolCallView, t: TFunction): StageRecord {
  if (!call.result) {
    const open = call.state === 'running' || call.state === 'queued' || call.state === 'waiting-approval';
    return { stage: 'result', state: open ? 'waiting' : 'skipped', detail: open ? '' : t('chat.stage.notReached') };
  }
  const blocks = t('chat.stage.blocks', { count: call.result.blocks.length });
  return call.result.isError
    ? { stage: 'result', state: 'failed', detail: t('chat.stage.toolError') }
    : { stage: 'result', state: 'ok', detail: blocks };
}
