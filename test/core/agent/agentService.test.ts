import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AgentChange, type AgentService, type AgentServiceDeps, createAgentService } from '../../../main/core/agent/agentService.ts';
import { defaultRunLimits } from '../../../main/core/agent/runLoop.ts';
import type { ToolCallRequest } from '../../../main/core/agent/toolCaller.ts';
import { HostError } from '../../../main/core/base/hostError.ts';
import { silentLogger } from '../../../main/core/base/silentLogger.ts';
import { createConversationStore } from '../../../main/core/conversations/conversationStore.ts';
import { openDatabase } from '../../../main/core/conversations/database.ts';
import type { ConversationStore } from '../../../main/core/conversations/store.ts';
import type { Model } from '../../../main/core/models/model.ts';
import { Message } from '../../../preload/contract/chat.ts';
import { fakeSnapshot, fakeTool } from '../../fakes/fakeTools.ts';
import { ManualClock } from '../../fakes/manualClock.ts';
import { calls, ScriptedModel, says } from '../../fakes/scriptedModel.ts';
import { answered } from './runHarness.ts';

const tool = fakeTool({ original: 'get' });
let folder: string;
let store: ConversationStore;
let clock: ManualClock;
let service: AgentService | undefined;
let changes: AgentChange[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qs-agent-'));
  clock = new ManualClock();
  store = createConversationStore(openDatabase(join(folder, 'db'), 0).db);
  changes = [];
});
afterEach(async () => {
  await service?.dispose();
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

function serve(model: Model, over: Partial<AgentServiceDeps> = {}): AgentService {
  service = createAgentService({
    store,
    clock,
    logger: silentLogger,
    currentModel: () => model,
    execute: async () => answered('result'),
    toolsFor: () => fakeSnapshot([tool]),
    options: () => ({ limits: defaultRunLimits, deferAbovePercent: 10 }),
    ...over,
  });
  service.onChange((change) => changes.push(change));
  return service;
}

const last = (id: string): Message | undefined => store.messages(id).at(-1);
/** Runs until the text is there. */
const shown = (id: string, text: string) => expect.poll(() => JSON.stringify(service?.messages(id)?.at(-1)?.parts ?? [])).toContain(text);

describe('a conversation', () => {
  test('send: answer, title, stored and shown alike', async () => {
    const agent = serve(new ScriptedModel([calls([tool.name, { n: 1 }]), says('All ', 'done')]));
    const id = agent.create();
    agent.open(id);
    expect(agent.send(id, '# Look **here**\nmore')).toEqual({ ok: true, value: undefined });
    expect(agent.state(id)).toBe('streaming');
    await agent.idle(id);
    expect(agent.state(id)).toBe('idle');
    expect(store.get(id)).toMatchObject({ title: 'Look here', autoTitle: true });
    const messages = store.messages(id);
    expect(messages).toEqual(agent.messages(id));
    expect(messages.map((message) => Message.parse(message))).toEqual(messages);
    expect(messages[1]).toMatchObject({
      role: 'assistant',
      status: 'done',
      model: 'scripted',
      parts: [
        { kind: 'tool', step: 1, call: { name: tool.name, arguments: { n: 1 }, state: 'done', result: { text: 'result' } } },
        { kind: 'text', text: 'All done' },
      ],
    });
    expect(changes.flatMap((change) => (change.kind === 'state' ? [change.state] : []))).toEqual(['streaming', 'running-tools', 'streaming', 'idle']);
  });

  test('each change is a new object and parts that did not change stay the same', async () => {
    const agent = serve(new ScriptedModel([calls([tool.name, {}]), says('a', 'b')]));
    const id = agent.create();
    agent.open(id);
    agent.send(id, 'Go');
    await agent.idle(id);
    const seen = changes.flatMap((change) => (change.kind === 'message' && change.message.role === 'assistant' ? [change.message] : []));
    expect(new Set(seen).size).toBe(seen.length);
    const [before, after] = seen.slice(-3);
    expect(after?.parts[0]).toBe(before?.parts[0]);
  });

  test('the next turn sees the whole history, step by step', async () => {
    const model = new ScriptedModel([calls([tool.name, { n: 1 }, 'a']), calls([tool.name, { n: 2 }, 'b']), says('one'), says('two')]);
    const agent = serve(model);
    const id = agent.create();
    agent.send(id, 'First');
    await agent.idle(id);
    agent.send(id, 'Second');
    await agent.idle(id);
    expect(
      model.requests[3]?.messages.map((message) => (message.role === 'assistant' ? message.parts.map((part) => part.kind).join() : message.role)),
    ).toEqual(['user', 'tool-call', 'tool', 'tool-call', 'tool', 'text', 'user']);
  });

  test('a message sent while busy waits and is answered afterwards (AGT-7)', async () => {
    let release: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const model = new ScriptedModel([calls([tool.name, {}]), says('one'), says('two')]);
    const agent = serve(model, {
      execute: async () => {
        await slow;
        return answered('x');
      },
    });
    const id = agent.create();
    agent.send(id, 'First');
    agent.send(id, 'Second');
    agent.send(id, 'Third');
    release();
    await agent.idle(id);
    expect(store.messages(id).map((message) => message.role)).toEqual(['user', 'assistant', 'user', 'user', 'assistant']);
    expect(model.requests).toHaveLength(3);
    expect(model.requests[2]?.messages.at(-1)).toEqual({ role: 'user', text: 'Second\n\nThird' });
  });

  test('stop keeps what was written and says so', async () => {
    const agent = serve(new ScriptedModel([[{ kind: 'text', text: 'half' }, 'hang']]));
    const id = agent.create();
    agent.send(id, 'Go');
    await shown(id, 'half');
    agent.stop(id);
    await agent.idle(id);
    expect(last(id)).toMatchObject({ status: 'stopped', parts: [{ text: 'half' }] });
    expect(agent.state(id)).toBe('idle');
  });

  test('retry drops the answer and asks again', async () => {
    const agent = serve(new ScriptedModel([says('bad'), says('good')]));
    const id = agent.create();
    agent.send(id, 'Go');
    await agent.idle(id);
    expect(agent.retry(id).ok).toBe(true);
    await agent.idle(id);
    expect(store.messages(id).map((message) => message.parts[0])).toMatchObject([{ text: 'Go' }, { text: 'good' }]);
    expect(changes.some((change) => change.kind === 'removed')).toBe(true);
  });

  test('a failed run keeps its error and can be retried', async () => {
    const agent = serve(new ScriptedModel([[{ kind: 'error', error: { code: 'model.auth', message: 'no key', fix: 'add it' } }], says('ok')]));
    const id = agent.create();
    agent.open(id);
    agent.send(id, 'Go');
    await agent.idle(id);
    expect(last(id)).toMatchObject({ status: 'failed', error: { code: 'model.auth' } });
    expect(agent.state(id)).toBe('failed');
    agent.retry(id);
    await agent.idle(id);
    expect(last(id)).toMatchObject({ status: 'done' });
  });

  test('a model that cannot be made is an error of the message', async () => {
    const agent = serve(new ScriptedModel([]), {
      currentModel: () => {
        throw new HostError('host.bad_input', 'No model is chosen.');
      },
    });
    const id = agent.create();
    agent.send(id, 'Go');
    await agent.idle(id);
    expect(last(id)).toMatchObject({ status: 'failed', error: { message: 'No model is chosen.' } });
  });

  test('one call is cancelled, the run goes on', async () => {
    const agent = serve(new ScriptedModel([calls([tool.name, {}, 'c']), says('fine')]), {
      execute: ({ signal, onUpdate }: ToolCallRequest) =>
        new Promise((resolve) => {
          onUpdate?.({ state: 'running' });
          signal.addEventListener('abort', () =>
            resolve({ error: { code: 'call.cancelled', message: 'cancelled' }, isError: true, modelText: '', ms: 1 }),
          );
        }),
    });
    const id = agent.create();
    agent.send(id, 'Go');
    await shown(id, '"state":"running"');
    expect(agent.cancelCall(id, 'other')).toMatchObject({ ok: false, error: { code: 'host.not_found' } });
    expect(agent.cancelCall(id, 'c').ok).toBe(true);
    await agent.idle(id);
    expect(last(id)).toMatchObject({ status: 'done', parts: [{ call: { state: 'cancelled' } }, { text: 'fine' }] });
  });

  test('two conversations run side by side', async () => {
    const agent = serve(new ScriptedModel([says('ok')]));
    const [a, b] = [agent.create(), agent.create()];
    agent.send(a, 'A');
    agent.send(b, 'B');
    await Promise.all([agent.idle(a), agent.idle(b)]);
    expect([last(a)?.status, last(b)?.status]).toEqual(['done', 'done']);
  });

  test('discoveries are held back around each run, tools are asked for once', async () => {
    const order: string[] = [];
    const agent = serve(new ScriptedModel([calls([tool.name, {}]), says('ok')]), {
      beginRun: () => order.push('begin'),
      endRun: () => order.push('end'),
      toolsFor: () => {
        order.push('tools');
        return fakeSnapshot([tool]);
      },
    });
    const id = agent.create();
    agent.send(id, 'Go');
    await agent.idle(id);
    expect(order).toEqual(['begin', 'tools', 'end']);
  });

  test('a run that cannot begin ends with an error and holds nothing back', async () => {
    let held = 0;
    const agent = serve(new ScriptedModel([says('never')]), {
      beginRun: () => {
        throw new Error('no gate');
      },
      endRun: () => {
        held -= 1;
      },
    });
    const id = agent.create();
    agent.send(id, 'Go');
    await agent.idle(id);
    expect(last(id)).toMatchObject({ status: 'failed', error: { code: 'host.internal', message: 'no gate' } });
    expect(held).toBe(0);
  });

  test.each([
    ['send', (agent: AgentService) => agent.send('none', 'x')],
    ['open', (agent: AgentService) => agent.open('none')],
    ['retry', (agent: AgentService) => agent.retry('none')],
    ['answerForm', (agent: AgentService) => agent.answerForm('none', 'f')],
  ])('%s to a conversation that is not there', (_name, act) => {
    expect(act(serve(new ScriptedModel([])))).toMatchObject({ ok: false, error: { code: 'host.not_found' } });
  });

  test('an empty message and a second retry are refused in words', async () => {
    const agent = serve(new ScriptedModel([['hang']]));
    const id = agent.create();
    expect(agent.send(id, ' \n')).toMatchObject({ ok: false, error: { code: 'host.bad_input' } });
    expect(agent.retry(id)).toMatchObject({ ok: false, error: { code: 'host.bad_input' } });
    agent.send(id, 'Go');
    expect(agent.retry(id)).toMatchObject({ ok: false, error: { code: 'host.unavailable' } });
  });
});

describe('forms of the offline assistant (AGT-4)', () => {
  const form = { kind: 'form', tool: tool.name, title: 'get', inputSchema: { type: 'object' }, values: { day: 'today' } } as const;

  test('the answer calls the tool and goes on in the same message', async () => {
    const model = new ScriptedModel([[{ kind: 'text', text: 'Which city?' }, form, { kind: 'finish', reason: 'end' }], says('It rains')], 'offline');
    const asked: ToolCallRequest[] = [];
    const agent = serve(model, {
      execute: async (request) => {
        asked.push(request);
        return answered('rain');
      },
    });
    const id = agent.create();
    agent.send(id, 'Weather?');
    await agent.idle(id);
    const part = last(id)?.parts[1];
    expect(part).toMatchObject({ kind: 'form', state: 'open', form: { values: { day: 'today' } } });
    const formId = part?.kind === 'form' ? part.form.id : '';
    expect(agent.answerForm(id, formId, { city: 'Paris' }).ok).toBe(true);
    await agent.idle(id);
    expect(asked).toMatchObject([{ asker: 'assistant', arguments: { city: 'Paris' } }]);
    expect(store.messages(id)).toHaveLength(2);
    expect(last(id)?.parts).toMatchObject([
      { kind: 'text' },
      { kind: 'form', state: 'sent', form: { values: { city: 'Paris' } } },
      { kind: 'tool', call: { state: 'done' } },
      { text: 'It rains' },
    ]);
    expect(agent.answerForm(id, formId, {})).toMatchObject({ ok: false, error: { code: 'host.not_found' } });
  });

  test('dismissed', async () => {
    const agent = serve(new ScriptedModel([[{ kind: 'text', text: 'Which?' }, form, { kind: 'finish', reason: 'end' }]], 'offline'));
    const id = agent.create();
    agent.send(id, 'Weather?');
    await agent.idle(id);
    const part = last(id)?.parts[1];
    agent.answerForm(id, part?.kind === 'form' ? part.form.id : '');
    await agent.idle(id);
    expect(last(id)?.parts[1]).toMatchObject({ state: 'dismissed' });
    expect(last(id)?.parts).toHaveLength(2);
  });
});

describe('saving (SEC-5)', () => {
  test('streamed text is saved every half second, a call at once', async () => {
    const agent = serve(new ScriptedModel([[{ kind: 'text', text: 'half' }, 'hang']]));
    const id = agent.create();
    agent.send(id, 'Go');
    await shown(id, 'half');
    expect(last(id)).toMatchObject({ role: 'assistant', status: 'streaming', parts: [] });
    await clock.advance(499);
    expect(last(id)?.parts).toEqual([]);
    await clock.advance(1);
    expect(last(id)?.parts).toMatchObject([{ text: 'half' }]);
    agent.stop(id);
    await agent.idle(id);
    expect(clock.pending).toBe(0);
  });

  test('a call that runs is on disk before its result', async () => {
    const agent = serve(new ScriptedModel([calls([tool.name, {}])]), {
      execute: ({ signal, onUpdate }) =>
        new Promise((resolve) => {
          onUpdate?.({ state: 'running' });
          signal.addEventListener('abort', () => resolve(answered('late')));
        }),
    });
    const id = agent.create();
    agent.send(id, 'Go');
    await shown(id, '"state":"running"');
    expect(last(id)?.parts).toMatchObject([{ kind: 'tool', call: { state: 'running' } }]);
  });

  test('a store that fails does not end the run', async () => {
    const errors: string[] = [];
    const broken: ConversationStore = {
      ...store,
      saveMessage: () => {
        throw new Error('disk full');
      },
    };
    const agent = serve(new ScriptedModel([says('ok')]), { store: broken, logger: { ...silentLogger, error: (message) => errors.push(message) } });
    const id = agent.create();
    agent.open(id);
    agent.send(id, 'Go');
    await agent.idle(id);
    expect(agent.messages(id)?.at(-1)).toMatchObject({ status: 'done', parts: [{ text: 'ok' }] });
    expect(errors).not.toEqual([]);
  });

  test('what a crash left open is closed: the running call is of unknown outcome', () => {
    const id = store.create(1).id;
    const call = (state: 'running' | 'waiting-approval', n: number) => ({
      kind: 'tool' as const,
      call: { id: `c${n}`, name: 'x', server: 's', original: 'x', title: 'X', arguments: {}, state },
    });
    const left: Message = {
      id: 'm',
      role: 'assistant',
      createdAt: 1,
      status: 'streaming',
      parts: [{ kind: 'text', text: 'half' }, call('running', 1), call('waiting-approval', 2)],
    };
    store.saveMessage(id, left);
    const agent = serve(new ScriptedModel([]));
    expect(agent.recover()).toBe(1);
    expect(agent.recover()).toBe(0);
    expect(last(id)).toMatchObject({
      status: 'stopped',
      parts: [{ text: 'half' }, { call: { state: 'failed', error: { code: 'call.outcome_unknown' } } }, { call: { state: 'cancelled' } }],
    });
    store.saveMessage(id, left);
    expect(agent.open(id)).toMatchObject({ ok: true, value: [{ status: 'stopped' }] });
    expect(last(id)?.status).toBe('stopped');
  });

  test('dispose ends all runs and refuses new ones', async () => {
    const agent = serve(new ScriptedModel([['hang']]));
    const id = agent.create();
    agent.send(id, 'Go');
    agent.send(id, 'And then');
    await agent.dispose();
    expect(store.messages(id).map((message) => message.status)).toEqual(['done', 'stopped', 'done']);
    expect(agent.send(id, 'More')).toMatchObject({ ok: false, error: { code: 'host.unavailable' } });
  });
});
