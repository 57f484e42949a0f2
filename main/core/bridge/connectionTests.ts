import type { ConnectionTestResult, ConnectionTestView } from '../../../preload/contract/entrySetup.ts';
import type { StageRecord } from '../../../preload/contract/pipeline.ts';
import type { ServerDraft } from '../../../preload/contract/servers.ts';
import { HostError, toErrorInfo } from '../base/hostError.ts';
import { brokenStages } from '../trace/serverStages.ts';
import { say } from '../trace/stageText.ts';
import type { Publisher } from './publisher.ts';
import type { Services } from './services.ts';

/** Connection tests of drafts that are not saved yet (WIN-4). Their progress is in the mirror while they run. */
export interface ConnectionTests {
  /** Rejects with `host.unavailable` when too many run; a failed test is an answer. */
  run(testId: string, draft: ServerDraft, replaces: string | undefined): Promise<ConnectionTestResult>;
  /** Ends a test; its answer says that it was cancelled, and comes when its process is gone. */
  cancel(testId: string): void;
  /** Ends every test; resolves when no process of one is left. */
  dispose(): Promise<void>;
}

/** More at once is a mistake of the window, not a wish. */
const MOST_TESTS = 8;

export function createConnectionTests(
  { config, tryServer, clock, redact, settings }: Pick<Services, 'config' | 'tryServer' | 'clock' | 'redact' | 'settings'>,
  publisher: Pick<Publisher, 'update'>,
): ConnectionTests {
  const running = new Map<string, { abort: AbortController; over: Promise<ConnectionTestResult> }>();

  const show = (testId: string, progress: ConnectionTestView): void =>
    publisher.update((state) => ({ ...state, connectionTests: { ...state.connectionTests, [testId]: redact(progress) } }));
  const hide = (testId: string): void =>
    publisher.update((state) => {
      const { [testId]: gone, ...connectionTests } = state.connectionTests ?? {};
      return gone ? { ...state, connectionTests } : state;
    });

  async function attempt(testId: string, draft: ServerDraft, replaces: string | undefined, signal: AbortSignal): Promise<ConnectionTestResult> {
    const limit = new AbortController();
    const { connectTimeoutMs, installTimeoutMs, listTimeoutMs } = settings.current().mcp;
    // The connection has limits of its own and says which it was; this one only ends what got past them all.
    const timer = clock.after(2 * (connectTimeoutMs + installTimeoutMs + listTimeoutMs), () => limit.abort());
    try {
      const candidate = await config.resolveDraft({ ...draft, disabled: false }, replaces);
      const result = await tryServer(candidate, AbortSignal.any([signal, limit.signal]), (progress) => show(testId, progress));
      const stages = result.stages.map((stage) => settled(stage, signal.aborted));
      return redact({ ...result, stages, ...(signal.aborted ? { cancelled: true } : {}) });
    } catch (error) {
      const info = toErrorInfo(error);
      return redact({ stages: brokenStages(info).slice(0, 3), tools: 0, stderr: [], code: info.code });
    } finally {
      timer.cancel();
    }
  }

  return {
    async run(testId, draft, replaces) {
      if (running.has(testId) || running.size >= MOST_TESTS) {
        throw new HostError('host.unavailable', 'Too many connection tests run already.', { fix: 'Wait for the end of one, or cancel it.' });
      }
      const abort = new AbortController();
      const over = attempt(testId, draft, replaces, abort.signal).finally(() => {
        running.delete(testId);
        hide(testId);
      });
      running.set(testId, { abort, over });
      return over;
    },
    cancel: (testId) => running.get(testId)?.abort.abort(),
    async dispose() {
      const tests = [...running.values()];
      for (const { abort } of tests) abort.abort();
      await Promise.all(tests.map(({ over }) => over));
    },
  };
}

/** A stage that was still under way when the test ended did not come to its end. */
function settled(stage: StageRecord, cancelled: boolean): StageRecord {
  const open = stage.state === 'running' || stage.state === 'waiting';
  if (!open) return stage;
  const { stage: name, at } = stage;
  const when = at === undefined ? {} : { at };
  return cancelled ? { stage: name, state: 'skipped', ...say('cancelled'), ...when } : { stage: name, state: 'failed', ...say('stuck'), ...when };
}
