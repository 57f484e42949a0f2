// Calls all the time, and an account of each: every call must settle, in time, with the answer that belongs to it.
import { largeText } from './answers.mjs';

const CALL_TIMEOUT = 8_000;
const HANG_TIMEOUT = 1_500;
/** Connecting, calling, and both once more at most, each within the call's limit; more than that is a call that was lost. */
const LOST_AFTER = 4 * CALL_TIMEOUT + 10_000;
/** A cancelled call has nothing to wait for. */
const CANCELLED_WITHIN = 3_000;
/** What may go wrong with a call while servers die, sleep and vanish. */
const EXPECTED = new Set([
  'call.timeout',
  'call.cancelled',
  'call.disconnected',
  'call.outcome_unknown',
  'call.protocol',
  'host.unavailable',
  'host.not_found',
]);

const KINDS = [
  ['echo', 68],
  ['slow', 12],
  ['cancel', 10],
  ['hang', 4],
  ['large', 4],
  ['change', 2],
];

export function createTraffic({ core, random, names, report }) {
  const open = new Map();
  const counts = { calls: 0, ok: 0, lost: 0 };
  const codes = {};
  const lastGood = new Map(names.map((name) => [name, Date.now()]));
  const timers = new Set();
  let number = 0;
  let running = true;

  const later = (ms, run) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer);
  };
  const kindOf = () => {
    let left = random() * 100;
    for (const [kind, weight] of KINDS) {
      left -= weight;
      if (left < 0) return kind;
    }
    return 'echo';
  };

  function planned(kind) {
    const text = `words ${number} "quoted" ${'é'.repeat(Math.floor(random() * 50))}`;
    if (kind === 'cancel') return { tool: 'slow', args: { text, ms: 4_000 }, abortAfter: random() * 1_500, timeoutMs: CALL_TIMEOUT };
    if (kind === 'slow') return { tool: 'slow', args: { text, ms: Math.floor(random() * 2_500) }, expected: text, timeoutMs: CALL_TIMEOUT };
    if (kind === 'hang') return { tool: 'hang', args: {}, timeoutMs: HANG_TIMEOUT };
    if (kind === 'change') return { tool: 'change', args: {}, timeoutMs: CALL_TIMEOUT };
    if (kind === 'echo') return { tool: 'echo', args: { text }, expected: text, timeoutMs: CALL_TIMEOUT };
    const bytes = Math.floor(10_000 + random() * 600_000);
    return { tool: 'large', args: { bytes }, expected: largeText(bytes), timeoutMs: CALL_TIMEOUT };
  }

  /** One call; resolves with true when the server answered as it should. */
  async function call(server, kind = kindOf()) {
    const plan = planned(kind);
    // As each run of a conversation begins (CON-5): servers that failed at their start get another chance.
    core.servers.runStarts();
    const tool = core.tools.find(server, plan.tool);
    if (!tool) return false;
    number += 1;
    const id = number;
    const controller = new AbortController();
    const entry = { server, kind, since: Date.now(), abortedAt: undefined };
    open.set(id, entry);
    counts.calls += 1;
    if (plan.abortAfter !== undefined)
      later(plan.abortAfter, () => {
        entry.abortedAt = Date.now();
        controller.abort();
      });
    let outcome;
    try {
      outcome = await core.execute({
        callId: `soak-${id}`,
        tool,
        arguments: plan.args,
        asker: 'command-line',
        signal: controller.signal,
        timeoutMs: plan.timeoutMs,
      });
    } catch (error) {
      report(`${server}: the call of ${plan.tool} threw: ${error}`);
      return false;
    } finally {
      open.delete(id);
    }
    return judge(server, kind, plan, entry, outcome);
  }

  function judge(server, kind, plan, entry, outcome) {
    const { error, result } = outcome;
    if (entry.abortedAt !== undefined && Date.now() - entry.abortedAt > CANCELLED_WITHIN)
      report(`${server}: a cancelled call took ${Date.now() - entry.abortedAt} ms to end`);
    if (error) {
      codes[error.code] = (codes[error.code] ?? 0) + 1;
      if (!EXPECTED.has(error.code) && !error.code.startsWith('connect.') && !error.code.startsWith('spawn.'))
        report(`${server}: ${plan.tool} failed in an unforeseen way: ${error.code} ${error.message}`);
      return false;
    }
    const said = result?.view.blocks[0];
    if (kind === 'hang') report(`${server}: a call that is never answered came back`);
    if (plan.expected !== undefined && kind !== 'large' && said?.text !== plan.expected)
      report(
        `${server}: ${plan.tool} was answered with something else: ${JSON.stringify(said).slice(0, 200)} instead of ${plan.expected.slice(0, 80)}`,
      );
    if (kind === 'large' && !outcome.modelText.startsWith(plan.expected.slice(0, 5_000))) report(`${server}: a large text came back damaged`);
    counts.ok += 1;
    lastGood.set(server, Date.now());
    return true;
  }

  const rounds = (server) => {
    if (!running) return;
    void call(server);
    later(1_500 + random() * 3_000, () => rounds(server));
  };

  const watch = setInterval(() => {
    for (const [id, { server, kind, since }] of open) {
      if (Date.now() - since < LOST_AFTER) continue;
      open.delete(id);
      counts.lost += 1;
      report(`${server}: a ${kind} call is lost, ${Math.round((Date.now() - since) / 1000)} s without an end`);
    }
  }, 5_000);

  return {
    counts,
    codes,
    open,
    lastGood,
    call,
    start() {
      for (const name of names) later(random() * 3_000, () => rounds(name));
    },
    /** No new calls; resolves when the last one ended or is known to be lost. */
    async stop() {
      running = false;
      while (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 100));
      for (const timer of timers) clearTimeout(timer);
      clearInterval(watch);
    },
  };
}
