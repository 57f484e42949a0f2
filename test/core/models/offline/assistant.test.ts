import { describe, expect, test } from 'vitest';
import type { ModelMessage } from '../../../../main/core/models/model.ts';
import { createOfflineAssistant } from '../../../../main/core/models/offlineAssistant/offlineAssistant.ts';
import { ask, decision, NOW, spoken, TOOLS } from './catalogue.ts';

const earlier = (city: string): ModelMessage[] => [
  { role: 'user', text: `${city}明天天气` },
  { role: 'assistant', parts: [{ kind: 'tool-call', id: 'a', name: 'mcp__weather__get_forecast', arguments: { city } }] },
  { role: 'tool', callId: 'a', name: 'mcp__weather__get_forecast', text: '晴', isError: false, images: [] },
  { role: 'assistant', parts: [{ kind: 'text', text: '晴' }] },
];

test('says that there is no language model, what tools there are and how to phrase', async () => {
  const zh = spoken(await ask('讲个笑话'));
  expect(zh).toContain('没有语言模型');
  expect(zh).toContain('Echo Tool');
  expect(zh).toContain('get_forecast city=杭州');
  expect(zh).toMatch(/还有 \d+ 个/);
  const en = spoken(await ask('tell me a joke'));
  expect(en).toMatch(/no language model.*none of them fits/);
  expect(spoken(await ask('hello', { tools: [] }))).toMatch(/no tool is connected/);
  expect(spoken(await ask('你能做什么'))).toMatch(/^我在没有语言模型的情况下工作/);
});

test('a form names what is missing and carries what was found', async () => {
  const events = await ask('write the file /tmp/a.txt');
  expect(events.map((event) => event.kind)).toEqual(['text', 'form', 'finish']);
  expect(spoken(events)).toMatch(/“Write File” fits, but I need: content/);
  expect(events[1]).toMatchObject({ kind: 'form', title: 'Write File', values: { path: '/tmp/a.txt' }, inputSchema: { type: 'object' } });
});

test('after a result it reports and calls nothing more', async () => {
  const model = createOfflineAssistant({ now: () => NOW });
  const events = [];
  for await (const event of model.stream({ system: '', messages: earlier('杭州').slice(0, 3), tools: [...TOOLS] }, new AbortController().signal))
    events.push(event);
  expect(events).toEqual([
    { kind: 'text', text: '晴' },
    { kind: 'finish', reason: 'end' },
  ]);
});

describe('asking again with another value', () => {
  test.each([
    ['那上海呢?', '上海'],
    ['what about Paris', 'Paris'],
    ['换成广州', '广州'],
  ])('%s', async (text, city) => {
    expect(decision(await ask(text, { history: earlier('杭州') }))).toEqual({ act: 'call', tool: 'get_forecast', args: { city } });
  });
  test('not without a call before, and not for another subject', async () => {
    expect(decision(await ask('那上海呢?'))).toEqual({ act: 'none' });
    expect(decision(await ask('那为什么呢?', { history: earlier('杭州') }))).toEqual({ act: 'none' });
    expect(decision(await ask('列出 /tmp 目录', { history: earlier('杭州') })).tool).toBe('list_directory');
  });
});

test('thousands of tools are narrowed by the search first', async () => {
  const many = Array.from({ length: 3000 }, (_, n) => ({
    name: `mcp__s__weather_${n}`,
    description: `Weather number ${n}`,
    inputSchema: { type: 'object' },
  }));
  const asked: string[] = [];
  const search = (query: string): string[] => {
    asked.push(query);
    return ['mcp__weather__get_forecast', 'mcp__gone__tool'];
  };
  expect(decision(await ask('weather in Paris', { tools: [...many, ...TOOLS], search }))).toMatchObject({
    tool: 'get_forecast',
    args: { city: 'Paris' },
  });
  expect(asked).toEqual(['weather in Paris']);
});

test.each([
  ['北京和上海明天的天气', ['北京', '上海']],
  ['weather in Paris, London and New York', ['Paris', 'London', 'New York']],
  ['杭州、南京、苏州、无锡、常州、徐州天气', ['杭州', '南京', '苏州', '无锡', '常州']],
  ['weather in Paris', ['Paris']],
])('%s: a call for each city', async (text, cities) => {
  const events = await ask(text);
  expect(events.flatMap((event) => (event.kind === 'tool-call' ? [event.arguments.city] : []))).toEqual(cities);
});

test('an aborted step says nothing', async () => {
  const model = createOfflineAssistant();
  const events = [];
  for await (const event of model.stream({ system: '', messages: [{ role: 'user', text: 'x' }], tools: [] }, AbortSignal.abort())) events.push(event);
  expect(events).toEqual([]);
});

test('a request never turns into a deletion that nobody asked for', async () => {
  const tools = TOOLS.filter((tool) => /delete_/.test(tool.name));
  for (const text of ['show the entities', '查看实体 张三', 'list the relations of Alice', '搜索关系'])
    expect(decision(await ask(text, { tools })).act).toBe('none');
});

describe('shapes of arguments', () => {
  const tool = (properties: Record<string, unknown>, required: string[]) => [
    { name: 'mcp__x__book_trip', title: 'Book trip', description: 'Books a trip.', inputSchema: { type: 'object', properties, required } },
  ];
  test.each<[string, Record<string, unknown>, string[], Record<string, unknown>]>([
    ['book trip on 2026-05-01', { date: { type: 'string', format: 'date' } }, ['date'], { date: '2026-05-01' }],
    ['book trip 下周一', { date: { type: 'string', description: '日期 YYYY-MM-DD' } }, ['date'], { date: '2026-03-09' }],
    ['book trip tomorrow', { day: { type: 'string' } }, ['day'], { day: 'tomorrow' }],
    ['book trip for 3 days', { days: { type: 'integer' } }, [], { days: 3 }],
    ['book trip, 五天', { days: { type: 'integer', description: '天数' } }, ['days'], { days: 5 }],
    [
      'book trip from Paris to Berlin',
      { origin: { type: 'string' }, destination_city: { type: 'string' } },
      ['origin', 'destination_city'],
      { origin: 'Paris', destination_city: 'Berlin' },
    ],
    ['book trip see https://a.example/x?y=1.', { url: { type: 'string', format: 'uri' } }, ['url'], { url: 'https://a.example/x?y=1' }],
    ['book trip for bob@example.com', { email: { type: 'string' } }, ['email'], { email: 'bob@example.com' }],
    ['book trip first class', { class: { enum: ['first class', 'second class'] } }, ['class'], { class: 'first class' }],
    [
      'book trip, wait 20 seconds',
      { wait_seconds: { type: 'number' }, timeout: { type: 'number', description: 'In seconds' } },
      [],
      { wait_seconds: 20 },
    ],
    ['book trip with insurance', { insurance: { type: 'boolean' } }, [], { insurance: true }],
    ['book trip without insurance', { insurance: { type: 'boolean' } }, [], { insurance: false }],
    ['book trip {"seats":2,"name":"Al"}', { seats: { type: 'integer' }, name: { type: 'string' } }, ['seats', 'name'], { seats: 2, name: 'Al' }],
    ['book trip seats=4 name="Al B"', { seats: { type: 'integer' }, name: { type: 'string' } }, ['seats', 'name'], { seats: 4, name: 'Al B' }],
    ['book trip', { name: { type: 'string', default: 'me' } }, ['name'], {}],
    ['book trip "Al"', { who: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, ['who'], { who: 'Al' }],
    ['book trip to Paris', { place: { $ref: '#/$defs/p' } }, ['place'], { place: 'Paris' }],
  ])('%s', async (text, properties, required, args) => {
    const [one] = tool(properties, required);
    const tools = one ? [{ ...one, inputSchema: { ...one.inputSchema, $defs: { p: { type: 'string', description: 'city' } } } }] : [];
    expect(decision(await ask(text, { tools }))).toEqual({ act: 'call', tool: 'book_trip', args });
  });
});
