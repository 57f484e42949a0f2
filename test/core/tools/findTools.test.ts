import { expect, test } from 'vitest';
import { costOfTools } from '../../../main/core/tools/costOfTools.ts';
import { toolTokens } from '../../../main/core/tools/estimateTokens.ts';
import { findTools } from '../../../main/core/tools/findTools.ts';
import { fakeTool } from '../../fakes/fakeTools.ts';

const tools = [
  fakeTool({ original: 'get_forecast', title: 'Weather forecast', description: 'Tomorrow in a city, with the chance of rain.' }),
  fakeTool({ original: 'send_mail', title: 'Send mail', description: 'Sends a message to an address.' }),
  fakeTool({ original: '查询订单', title: '查询订单', description: '按编号查询一个订单的状态。' }),
  fakeTool({ original: 'delete_file', title: 'Delete file', description: 'Removes a file for good.' }),
];
const found = async (query: string) => (await findTools(tools, query)).map(({ original }) => original);

test.each([
  ['', ['get_forecast', 'send_mail', '查询订单', 'delete_file']],
  ['fore', ['get_forecast']],
  ['  FORECAST ', ['get_forecast']],
  ['file delete', ['delete_file']],
  ['订单', ['查询订单']],
  ['单的状', ['查询订单']],
  ['ＭＡＩＬ', ['send_mail']],
  ['mcp__fake__send', ['send_mail']],
  ['no such thing at all', []],
])('"%s"', async (query, expected) => expect((await found(query)).slice(0, Math.max(1, expected.length))).toEqual(expected));

test('where the words stand nowhere, what is near in meaning is found, also across languages', async () => {
  expect(await found('天气')).toContain('get_forecast');
  expect(await found('邮件')).toContain('send_mail');
});

test('each search is over its own list', async () => {
  expect(await found('mail')).toEqual(['send_mail']);
  expect(await findTools([tools[0] as (typeof tools)[0]], 'mail')).toEqual([]);
});

test('the cost is the sum of all definitions, and the largest are named, costliest first', async () => {
  const many = Array.from({ length: 500 }, (_, i) => fakeTool({ original: `tool_${i}`, description: 'x'.repeat((i * 37) % 4000) }));
  const { tokens, largest } = await costOfTools(many);
  expect(tokens).toBe(many.reduce((sum, tool) => sum + toolTokens(tool), 0));
  const sorted = many.map(toolTokens).sort((a, b) => b - a);
  expect(largest.map((entry) => entry.tokens)).toEqual(sorted.slice(0, 3));
});
