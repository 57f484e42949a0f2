import { describe, expect, test } from 'vitest';
import { type AuditRecord, createExecuteToolCall, type ExecuteDeps } from '../../../main/core/agent/executeToolCall.ts';
import type { ToolCallRequest } from '../../../main/core/agent/toolCaller.ts';
import { parseExact } from '../../../main/core/base/exactJson.ts';
import type { GateDecision } from '../../../main/core/permissions/gate.ts';
import { validateArguments } from '../../../main/core/tools/arguments/validateArguments.ts';
import { fail, type Outcome, ok } from '../../../preload/contract/errors.ts';
import { carefulRisk, fakeTool } from '../../fakes/fakeTools.ts';
import { ManualClock } from '../../fakes/manualClock.ts';

type Raw = Record<string, unknown>;
const tool = fakeTool({ original: 'write', inputSchema: { type: 'object', properties: { meta: { type: 'object' }, text: { type: 'string' } } } });
const allow = (args: Raw, edited = false): GateDecision => ({
  allowed: true,
  verdict: { verdict: 'allow', rule: 'default' },
  arguments: args,
  edited,
});

interface Seen {
  sent: Raw[];
  options: Parameters<ExecuteDeps['servers']['callTool']>[3][];
  audit: AuditRecord[];
  gate: Raw[];
  updates: Raw[];
}

function given(over: Partial<ExecuteDeps> & { answer?: Outcome<Raw>; decision?: (args: Raw) => GateDecision | Promise<GateDecision> } = {}) {
  const seen: Seen = { sent: [], options: [], audit: [], gate: [], updates: [] };
  const execute = createExecuteToolCall({
    servers: {
      async callTool(_server, _original, args, options) {
        seen.sent.push(args);
        seen.options.push(options);
        options.onProgress?.({ progress: 1, total: 2 });
        return over.answer ?? ok({ content: [{ type: 'text', text: 'done' }] });
      },
    },
    tools: { find: () => tool, risk: () => carefulRisk },
    gate: {
      async decide(call) {
        seen.gate.push({ ...call });
        return over.decision ? over.decision(call.arguments) : allow(call.arguments);
      },
    },
    validateArguments: (_tool, args) => ('bad' in args ? fail('call.arguments', '/bad is not allowed') : ok(args)),
    processResult: async (raw) => ({
      view: { isError: raw.isError === true, blocks: [], text: String((raw.content as { text: string }[])[0]?.text), notes: [] },
      images: [],
    }),
    audit: (entry) => seen.audit.push(entry),
    clock: new ManualClock(),
    timeouts: () => ({ timeoutMs: 60_000, totalTimeoutMs: 100_000 }),
    ...over,
  });
  const stop = new AbortController();
  const run = (args: Raw = { text: 'hi' }, more: Partial<ToolCallRequest> = {}) =>
    execute({
      callId: 'c1',
      tool,
      arguments: args,
      asker: 'model',
      conversationId: 'k',
      signal: stop.signal,
      onUpdate: (change) => seen.updates.push(change),
      ...more,
    });
  return { seen, run, stop };
}

describe('a call that works', () => {
  test('passes the gate, is sent once, processed and audited', async () => {
    const { seen, run } = given();
    expect(await run()).toMatchObject({ isError: false, modelText: 'done', verdict: { verdict: 'allow' } });
    expect(seen.sent).toEqual([{ text: 'hi' }]);
    expect(seen.gate).toMatchObject([{ callId: 'c1', conversationId: 'k', asker: 'model', risk: carefulRisk }]);
    expect(seen.options[0]).toMatchObject({ timeoutMs: 60_000, totalTimeoutMs: 100_000, repeatable: false, toolDefinition: tool.definition });
    expect(seen.updates).toMatchObject([{ state: 'running' }, { progress: { progress: 1, total: 2 } }]);
    expect(seen.audit).toMatchObject([
      { tool: tool.name, original: 'write', arguments: { text: 'hi' }, verdict: 'allow', outcome: 'ok', conversationId: 'k' },
    ]);
  });

  test('only trusted hints make it repeatable', async () => {
    const { seen, run } = given({ tools: { find: () => tool, risk: () => ({ ...carefulRisk, readOnly: true, declared: true }) } });
    await run();
    const trusted = given({ tools: { find: () => tool, risk: () => ({ ...carefulRisk, readOnly: true, declared: true, trusted: true }) } });
    await trusted.run();
    expect([seen.options[0]?.repeatable, trusted.seen.options[0]?.repeatable]).toEqual([false, true]);
  });

  test('a field written as text is read where the schema wants an object', async () => {
    const { seen, run } = given({ validateArguments });
    await run({ meta: '{"a":1}', text: '{"stays":"text"}' });
    expect(seen.sent).toEqual([{ meta: { a: 1 }, text: '{"stays":"text"}' }]);
  });

  test('a number beyond 2^53 is sent digit by digit; the gate and the log see it as text', async () => {
    const { seen, run } = given({ validateArguments });
    await run(parseExact('{"meta":{"id":12345678901234567890}}') as Raw);
    expect(JSON.stringify(seen.sent)).toBe('[{"meta":{"id":12345678901234567890}}]');
    expect(seen.gate[0]?.arguments).toEqual({ meta: { id: '12345678901234567890' } });
    expect(seen.audit[0]?.arguments).toEqual({ meta: { id: '12345678901234567890' } });
  });

  test('a tool that says isError keeps its text', async () => {
    const { seen, run } = given({ answer: ok({ isError: true, content: [{ type: 'text', text: 'no such file' }] }) });
    expect(await run()).toMatchObject({ isError: true, modelText: 'The tool reported an error:\nno such file' });
    expect(seen.audit[0]?.outcome).toBe('tool-error');
  });

  test('the timeout of the request wins', async () => {
    const { seen, run } = given();
    await run({}, { timeoutMs: 5 });
    expect(seen.options[0]?.timeoutMs).toBe(5);
  });
});

describe('failures become text with the code (CAL-2)', () => {
  test('bad arguments are never asked for nor sent', async () => {
    const { seen, run } = given();
    const outcome = await run({ bad: 1 });
    expect(outcome).toMatchObject({ isError: true, error: { code: 'call.arguments' } });
    expect(outcome.modelText).toMatch(/^The call failed: \/bad is not allowed \(call\.arguments\)/);
    expect([seen.gate.length, seen.sent.length]).toEqual([0, 0]);
    expect(seen.audit).toMatchObject([{ verdict: 'deny', rule: 'not asked', outcome: 'failed' }]);
  });

  test.each([
    ['call.timeout', /No answer to tools\/call within 60 s \(call\.timeout\).*check before/],
    ['call.outcome_unknown', /\(call\.outcome_unknown\).*not known whether/],
    ['call.disconnected', /\(call\.disconnected\)\. Nothing was sent/],
    ['call.protocol', /\(call\.protocol\)/],
    ['auth.required', /\(auth\.required\).*sign in/],
  ] as const)('%s', async (code, text) => {
    const { seen, run } = given({ answer: fail(code, 'No answer to tools/call within 60 s.') });
    const outcome = await run();
    expect(outcome).toMatchObject({ isError: true, error: { code } });
    expect(outcome.modelText).toMatch(text);
    expect(seen.audit[0]).toMatchObject({ outcome: 'failed', error: expect.stringContaining(code) });
  });

  test('a denial carries the reason of the person', async () => {
    const { seen, run } = given({ decision: () => ({ allowed: false, verdict: { verdict: 'deny', rule: 'default', reason: 'Not on a Friday' } }) });
    const outcome = await run();
    expect(outcome).toMatchObject({ isError: true, error: { code: 'call.denied' } });
    expect(outcome.modelText).toMatch(/^The call was not allowed and did not run \(call\.denied\)\. Reason: Not on a Friday/);
    expect(seen.sent).toEqual([]);
    expect(seen.audit).toMatchObject([{ verdict: 'deny', outcome: 'denied' }]);
  });

  test('an exception anywhere is an error, not a rejection, and is audited', async () => {
    const broken = async (): Promise<never> => {
      throw new Error('boom\n at stack');
    };
    const { seen, run } = given({ processResult: broken });
    const outcome = await run();
    expect(outcome).toMatchObject({ isError: true, error: { code: 'host.internal', message: 'boom' } });
    expect(outcome.modelText).not.toContain('at stack');
    expect(seen.audit).toHaveLength(1);
    expect((await given({ gate: { decide: broken } }).run()).isError).toBe(true);
  });

  test('an audit log that fails does not lose the result', async () => {
    const { run } = given({
      audit: () => {
        throw new Error('disk full');
      },
    });
    expect(await run()).toMatchObject({ isError: false, modelText: 'done' });
  });
});

describe('edited arguments', () => {
  test('are sent, and the model is told', async () => {
    const { seen, run } = given({ decision: () => allow({ text: 'safer' }, true) });
    const outcome = await run();
    expect(seen.sent).toEqual([{ text: 'safer' }]);
    expect(outcome.editedArguments).toEqual({ text: 'safer' });
    expect(outcome.modelText).toBe('Note: the user changed the arguments before allowing the call. What was sent: {"text":"safer"}\ndone');
    expect(seen.updates[0]).toMatchObject({ arguments: { text: 'safer' }, askedArguments: { text: 'hi' } });
  });
  test('are checked again', async () => {
    const { seen, run } = given({ decision: () => allow({ bad: 1 }, true) });
    expect(await run()).toMatchObject({ error: { code: 'call.arguments' } });
    expect(seen.sent).toEqual([]);
  });
});

describe('cancel', () => {
  test('while the gate waits', async () => {
    const { seen, run, stop } = given({
      decision: () =>
        new Promise((resolve) =>
          stop.signal.addEventListener('abort', () => resolve({ allowed: false, verdict: { verdict: 'deny', rule: 'default' } })),
        ),
    });
    const ending = run();
    await expect.poll(() => seen.updates).toMatchObject([{ state: 'waiting-approval', risk: carefulRisk }]);
    stop.abort();
    expect(await ending).toMatchObject({ error: { code: 'call.cancelled' } });
    expect(seen.sent).toEqual([]);
    expect(seen.audit[0]?.outcome).toBe('cancelled');
  });
  test('after the gate said yes, before sending', async () => {
    const { seen, run, stop } = given({
      decision: (args) => {
        stop.abort();
        return allow(args);
      },
    });
    expect(await run()).toMatchObject({ error: { code: 'call.cancelled' } });
    expect(seen.sent).toEqual([]);
  });
  test('an unknown outcome stays unknown', async () => {
    const { run, stop } = given({ answer: fail('call.outcome_unknown', 'lost') });
    const ending = run();
    stop.abort();
    expect((await ending).error?.code).toMatch(/call\.(outcome_unknown|cancelled)/);
  });
});

test('the gate judges what the server offers now, not what the run began with', async () => {
  const changed = { ...tool, definitionHash: 'other' };
  const { seen, run } = given({ tools: { find: () => changed, risk: () => carefulRisk } });
  await run();
  expect(seen.gate[0]?.tool).toMatchObject({ definitionHash: 'other' });
  const gone = given({ tools: { find: () => undefined, risk: () => carefulRisk } });
  await gone.run();
  expect(gone.seen.gate[0]?.tool).toMatchObject({ definitionHash: tool.definitionHash });
});

test('secrets are taken out of the audit line', async () => {
  const redact = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('hunter2', '***')) as T;
  const { seen, run } = given({ redact, answer: fail('call.failed', 'token hunter2 refused') });
  await run({ text: 'hunter2' });
  expect(JSON.stringify(seen.audit)).not.toContain('hunter2');
});
