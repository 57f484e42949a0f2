// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { ToolCallView } from '../../../preload/contract/chat.ts';
import { type ErrorInfo, ok } from '../../../preload/contract/errors.ts';
import { ChatContext } from '../../../renderer/features/chat/context.ts';
import { FormPart } from '../../../renderer/features/chat/FormPart.tsx';
import { NoticePart } from '../../../renderer/features/chat/NoticePart.tsx';
import { segmentsOf } from '../../../renderer/features/chat/segments.ts';
import { ToolCard } from '../../../renderer/features/chat/tool/ToolCard.tsx';
import { useChatActions } from '../../../renderer/features/chat/useChatActions.ts';
import { showLanguage } from '../../../renderer/i18n/index.ts';
import { FakeHost } from '../harness/fakeHost.ts';
import { sampleState } from '../harness/sample/state.ts';
import { forecastSchema, READ } from '../harness/sample/tools.ts';
import { renderOn } from '../render.tsx';

afterEach(cleanup);

function Chat({ children }: { children: React.ReactNode }) {
  const actions = useChatActions('c1');
  return <ChatContext.Provider value={actions}>{children}</ChatContext.Provider>;
}
async function show(node: React.ReactNode) {
  const host = new FakeHost(sampleState({ scenario: 'rich', theme: 'light', language: 'en' }), {
    'chat.answerForm': () => ok({}),
    'chat.cancelCall': () => ok({}),
  });
  await renderOn(host, <Chat>{node}</Chat>);
  return host;
}

const call = (more: Partial<ToolCallView>): ToolCallView => ({
  id: 'k1',
  name: 'mcp__weather__get_forecast',
  server: 'weather',
  original: 'get_forecast',
  title: 'Weather forecast',
  arguments: { city: '杭州' },
  risk: READ,
  state: 'done',
  ...more,
});
const openCard = () => fireEvent.click(screen.getByRole('button', { name: /Weather forecast/ }));

describe('ToolCard', () => {
  it('says what was called with what, where, and how it went', async () => {
    await show(<ToolCard call={call({ ms: 212 })} offline={false} />);
    const text = screen.getByRole('article', { name: 'Tool call: Weather forecast' }).textContent;
    for (const part of ['Weather forecast', 'get_forecast', 'on weather', 'city: 杭州', 'Read-only', 'done', '212 ms']) expect(text).toContain(part);
  });

  it('tells a tool that reported an error from a call that failed', async () => {
    const result = { isError: true, blocks: [{ kind: 'text' as const, text: 'ENOENT' }], text: 'ENOENT', notes: [] };
    await show(<ToolCard call={call({ result })} offline={false} />);
    expect(screen.getByText('tool reported an error')).toBeTruthy();
    cleanup();
    await show(
      <ToolCard
        call={call({ state: 'failed', error: { code: 'call.timeout', message: 'took longer than 60 s', fix: 'Raise the timeout.' } })}
        offline={false}
      />,
    );
    expect(screen.getByText('The tool took too long')).toBeTruthy();
    expect(screen.getByText(/Raise the timeout/)).toBeTruthy();
  });

  it('opens to arguments, every kind of result, the decision and the six stages', async () => {
    const file = { url: 'results/a.png', path: '/home/ling/results/a.png', mimeType: 'image/png', bytes: 2048 };
    await show(
      <ToolCard
        offline={false}
        call={call({
          askedArguments: { city: '上海' },
          verdict: { verdict: 'allow', rule: 'mcp__weather__*' },
          result: {
            isError: false,
            text: 'what the model sees',
            notes: ['One image was made smaller.'],
            structured: { rain: true },
            blocks: [
              { kind: 'text', text: 'plain words' },
              { kind: 'image', file, width: 10, height: 20 },
              { kind: 'file', file },
              { kind: 'link', uri: 'https://example.org', name: 'The site' },
              { kind: 'resource', uri: 'file:///a.txt', text: 'resource text' },
              { kind: 'unknown', json: '{"new":"kind"}' },
            ],
          },
        })}
      />,
    );
    openCard();
    const card = screen.getByRole('article');
    for (const part of [
      'changed by you',
      '上海',
      'plain words',
      'a.png',
      'The site',
      'resource text',
      '{"new":"kind"}',
      'rain',
      'One image was made smaller.',
      'mcp__weather__*',
    ]) {
      expect(card.textContent).toContain(part);
    }
    expect(screen.getByRole('img', { name: 'Image from the tool, 10 × 20' }).getAttribute('src')).toBe('results/a.png');
    expect(card.querySelectorAll('ol > li')).toHaveLength(6);
    fireEvent.click(screen.getByRole('radio', { name: 'Raw' }));
    expect(card.textContent).toContain('what the model sees');
  });

  it('shows progress and cancels the call', async () => {
    const host = await show(
      <ToolCard
        call={call({ state: 'running', startedAt: Date.now() - 4000, progress: { progress: 1, total: 4, message: 'Half-way there' } })}
        offline={false}
      />,
    );
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    expect(screen.getByText(/Half-way there · 1 of 4 · running for/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel this call' }));
    await waitFor(() => expect(host.callsOf('chat.cancelCall')).toEqual([{ id: 'c1', callId: 'k1' }]));
  });
});

describe('FormPart', () => {
  const form = { id: 'f1', tool: 'mcp__weather__get_forecast', title: 'Weather forecast', inputSchema: forecastSchema, values: { days: 2 } };

  it('asks for what is missing, says it at the field, and sends what fits', async () => {
    const host = await show(<FormPart form={form} state="open" />);
    expect(screen.queryByText('This value is needed.')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Use these values' }));
    expect(await screen.findByText('This value is needed.')).toBeTruthy();
    expect(host.callsOf('chat.answerForm')).toHaveLength(0);
    fireEvent.change(screen.getByLabelText(/^City/), { target: { value: '杭州' } });
    fireEvent.click(screen.getByRole('button', { name: 'Use these values' }));
    await waitFor(() => expect(host.callsOf('chat.answerForm')).toEqual([{ id: 'c1', formId: 'f1', values: { days: 2, city: '杭州' } }]));
  });

  it('can be dismissed, and is quiet when it is settled', async () => {
    const host = await show(<FormPart form={form} state="open" />);
    fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(host.callsOf('chat.answerForm')).toEqual([{ id: 'c1', formId: 'f1' }]));
    cleanup();
    await show(<FormPart form={form} state="sent" />);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('Sent')).toBeTruthy();
  });
});

describe('how a call ended', () => {
  const failed = (code: ErrorInfo['code'], params: ErrorInfo['params'] = {}) =>
    call({
      state: 'failed',
      error: { code, message: `what main says of ${code}`, params: { server: 'weather', method: 'tools/call "x"', ...params } },
    });

  it.each<[ErrorInfo['code'], RegExp]>([
    ['call.timeout', /may have taken effect all the same/],
    ['call.outcome_unknown', /may have taken effect, or not/],
    ['call.disconnected', /Nothing was sent/],
    ['call.arguments', /Nothing was sent/],
  ])('%s says whether the tool may have run', async (code, effect) => {
    await show(<ToolCard call={failed(code)} offline={false} />);
    expect(screen.getByText(`what main says of ${code}`)).toBeTruthy();
    expect(screen.getByText(effect)).toBeTruthy();
  });

  it('in another language the sentence is made from its parameters', async () => {
    await show(<ToolCard call={failed('call.timeout', { limitMs: 60_000 })} offline={false} />);
    await act(() => showLanguage('zh-CN'));
    expect(screen.getByText('“weather”在 1 分 0 秒内没有应答 tools/call "x"。')).toBeTruthy();
    expect(screen.queryByText(/what main says/)).toBeNull();
    cleanup();
    await show(<ToolCard call={failed('call.protocol', { rpcCode: -32602, reason: 'Unknown tool' })} offline={false} />);
    await act(() => showLanguage('zh-CN'));
    expect(screen.getByText(/返回错误 -32602：Unknown tool/)).toBeTruthy();
  });

  it('cancelled, not started, denied and a tool’s own error are told apart on the closed card', async () => {
    const look = async (more: Partial<ToolCallView>) => {
      await show(<ToolCard call={call(more)} offline={false} />);
      const text = screen.getByRole('article').textContent ?? '';
      cleanup();
      return text;
    };
    expect(await look({ state: 'cancelled', startedAt: 1 })).toContain('What the server had already done stays done');
    expect(await look({ state: 'cancelled' })).toContain('It was not started');
    expect(await look({ state: 'denied', verdict: { verdict: 'deny', rule: 'person', reason: 'wrong city' } })).toContain('Reason: wrong city');
    const result = { isError: true, blocks: [], text: 'ENOENT: no such file', notes: [] };
    expect(await look({ result })).toContain('ENOENT: no such file');
  });
});

describe('an answer', () => {
  const part = (id: string, group: number | undefined, step = 1) => ({
    kind: 'tool' as const,
    step,
    call: call({ id, ...(group === undefined ? {} : { group }) }),
  });

  it('puts calls that ran at the same time together, and no others', () => {
    const parts = [part('a', 0), part('b', 0), part('c', undefined), part('d', 2), part('e', 2), part('f', 2, 2)];
    expect(segmentsOf(parts).map((segment) => (segment.kind === 'parallel' ? segment.calls.map(({ id }) => id) : segment.first))).toEqual([
      ['a', 'b'],
      2,
      ['d', 'e'],
      ['f'],
    ]);
  });

  it('asks how to go on where it was stopped for want of progress, and sends the choice', async () => {
    const notice = { kind: 'notice' as const, code: 'agent.no_progress', message: 'Stopped', params: { tool: 'mcp__a__b', times: 3 } };
    const host = await show(<NoticePart part={notice} last />);
    host.handlers['chat.send'] = () => ok({});
    expect(screen.getByText(/called mcp__a__b 3 times/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try another way' }));
    await waitFor(() => expect(host.callsOf('chat.send')[0]?.text).toContain('another way'));
    cleanup();
    await show(<NoticePart part={notice} last={false} />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
