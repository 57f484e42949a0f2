import { describe, expect, test } from 'vitest';
import type { ModelMessage } from '../../../../main/core/models/model.ts';
import { asksAboutRain, rainFromJson, rainFromText } from '../../../../main/core/models/offlineAssistant/rainAdvice.ts';
import { report } from '../../../../main/core/models/offlineAssistant/report.ts';
import { ask, NOW, spoken } from './catalogue.ts';
import { forecastText } from './forecast.ts';

type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;
const result = (text: string, more: Partial<ToolMessage> = {}): ToolMessage => ({
  role: 'tool',
  callId: 'c',
  name: 'mcp__x__y',
  text,
  isError: false,
  images: [],
  ...more,
});
const told = (question: string, text: string, more: Partial<ToolMessage> = {}): string => report(question, [result(text, more)], NOW);

describe('the teaching question', () => {
  test('a whole turn: call, then the answer in the language of the question', async () => {
    const question = '查一下杭州明天的天气,告诉我出门要不要带伞';
    const first = await ask(question);
    expect(spoken(first)).toBe('（无语言模型）使用工具「Weather forecast · 天气预报(示例)」，参数：city = 杭州。');
    expect(told(question, forecastText('杭州'))).toMatch(/^出门建议带伞（小雨，降水概率 \d+%）。\n\n杭州明天小雨，.*示例数据.*$/);
  });
  test('in English, and dry', () => {
    expect(told('Do I need an umbrella in Beijing tomorrow?', forecastText('Beijing'))).toMatch(
      /^You will not need an umbrella \(chance of rain \d+ %\)\.\n\nTomorrow in Beijing: sunny/,
    );
  });
  test('without the question about rain there is no advice', () => {
    expect(told('查一下杭州明天的天气', forecastText('杭州'))).not.toContain('带伞');
  });
});

describe('asksAboutRain', () => {
  test.each(['要不要带伞', '明天下雨吗', 'do I need an umbrella', 'will it rain', 'is it rainy'])('%s', (text) =>
    expect(asksAboutRain(text)).toBe(true),
  );
  test.each(['读取文件', 'train to Berlin', 'weather tomorrow', 'wetsuit'])('not: %s', (text) => expect(asksAboutRain(text)).toBe(false));
});

describe('rain in structured content, whatever the names', () => {
  test.each<[unknown, boolean | undefined, number | undefined]>([
    [{ precipitationProbability: 73, condition: '小雨' }, true, 73],
    [{ city: 'X', rain_chance: '10%', condition: 'sunny' }, false, 10],
    [{ pop: 0.8 }, true, 80],
    [{ weather: [{ description: 'light rain' }] }, true, undefined],
    [{ condition: '晴' }, undefined, undefined],
    [{ summary: 'No rain expected' }, false, undefined],
    [
      {
        days: [
          { date: '2026-03-04', precipitation_probability: 5 },
          { date: '2026-03-05', precipitation_probability: 90 },
        ],
      },
      true,
      90,
    ],
    [{ daily: { time: ['2026-03-04', '2026-03-05'], precipitation_probability_max: [80, 20] } }, false, 20],
    [
      {
        forecast: [
          { 天气: '晴', 降水概率: '5%' },
          { 天气: '雷阵雨', 降水概率: '85%' },
        ],
      },
      true,
      85,
    ],
    [{ rain: { amount_mm: 4 } }, true, undefined],
    [{ rain_mm: 0, condition: 'cloudy' }, false, undefined],
    [{ temperature: 20 }, undefined, undefined],
  ])('%j → %s %s', (value, wet, probability) => {
    const facts = rainFromJson(value, 1, NOW);
    expect(facts?.wet).toBe(wet);
    expect(facts?.probability).toBe(probability);
  });
});

describe('rain in plain text', () => {
  test.each<[string, boolean | undefined]>([
    ['降水概率 73%', true],
    ['降水概率 10%,晴', false],
    ['chance of rain: 20 %', false],
    ['80% chance of showers', true],
    ['今天有雷阵雨', true],
    ['Thunderstorms in the afternoon', true],
    ['晴,无雨', false],
    ['请带雨伞出售', undefined],
    ['sunny, 20 °C', undefined],
  ])('%s → %s', (text, wet) => {
    expect(rainFromText(text)?.wet).toBe(wet);
  });
});

describe('results as people read them', () => {
  test('JSON becomes a list', () => {
    expect(told('list', '{"fileName":"a.txt","size":3,"tags":["x","y"],"owner":{"name":"Al","id":7}}')).toBe(
      '- file name: a.txt\n- size: 3\n- tags: x, y\n- owner:\n  - name: Al\n  - id: 7',
    );
    expect(told('list', '[{"name":"a","ok":true},{"name":"b","ok":false}]')).toBe('- name: a · ok: true\n- name: b · ok: false');
  });
  test('a long list is cut and counted', () => {
    const text = told('列出', JSON.stringify(Array.from({ length: 50 }, (_, n) => n)));
    expect(text.split('\n')).toHaveLength(21);
    expect(text).toContain('还有 30 项');
  });
  test('plain text stays, JSON behind it is not repeated', () => {
    expect(told('x', 'All fine\n{"a":1}')).toBe('All fine');
    expect(told('x', '[DIR] src\n[FILE] a.txt')).toBe('[DIR] src\n[FILE] a.txt');
  });
  test('very long text is cut with a pointer', () => {
    const text = told('x', 'y'.repeat(20_000));
    expect(text.length).toBeLessThan(7000);
    expect(text).toContain('tool card');
  });
  test('images, nothing, edited arguments', () => {
    expect(told('x', '', { images: [{ path: 'a.png', mimeType: 'image/png' }] })).toBe('One image is in the tool card above.');
    const shown = 'Before.\n[Image (image/png, 640×320) is shown]\nAfter.';
    expect(told('x', shown, { images: [{ path: 'a.png', mimeType: 'image/png' }] })).toBe('Before.\nAfter.\n\nOne image is in the tool card above.');
    expect(told('x', '')).toBe('Done. The tool gave no output.');
    expect(told('查', 'Note: the user changed the arguments before allowing the call. What was sent: {"city":"北京"}\n晴')).toBe(
      '你修改了参数，实际发送的是：{"city":"北京"}。\n\n晴',
    );
  });
  test('no word about rain is said, not guessed', () => {
    expect(told('要带伞吗', '气温 20 °C')).toMatch(/^结果里没有降水信息/);
    expect(told('umbrella?', 'file not about that')).toBe('file not about that');
  });
});

describe('failures say what happened and what to do', () => {
  const failed = (question: string, text: string): string => told(question, text, { isError: true });
  test.each([
    ['查天气', 'The call was not allowed and did not run (call.denied). Reason: 不想联网\nDo not try …', /没有被允许.*理由：不想联网\n/],
    ['weather', 'The call was not allowed and did not run (call.denied).\nDo not …', /not allowed.*nothing was done.*permissions/s],
    [
      'weather',
      'The call failed: No answer to tools/call within 60 s (call.timeout). The server may …',
      /No answer to tools\/call within 60 s \(call\.timeout\)\n.*Check before/,
    ],
    ['查天气', 'The call failed: lost (call.outcome_unknown). It is not known …', /lost \(call\.outcome_unknown\)\n.*不知道是否/],
    ['weather', 'The call failed: It was cancelled (call.cancelled).', /was cancelled/],
    ['查天气', 'The tool reported an error:\n没有这个城市', /工具报告了错误：\n没有这个城市/],
    ['weather', 'The call failed: sign in first (auth.required). The user …', /auth\.required.*\n.*Sign in/],
    ['weather', 'something odd', /failed: something odd/],
  ])('%s: %s', (question, text, expected) => {
    expect(failed(question, text)).toMatch(expected);
  });
});
