// Tool table: node --expose-gc test/bench/tools.mjs [--tools=10000] [--rounds=5]
// CPU time and memory of 10,000 tools from the parsed list to searchable, as ratios to JSON.parse of the same list in the same round; and
// the whole way from starting the server to its tools in the table, against reading the same pages without a library.
// A measurement, not a test. Runs from the sources; needs a Node that strips types.
import path from 'node:path';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { compileSchema } from '../../main/core/tools/arguments/compileSchema.ts';
import { catalogText } from '../../main/core/tools/catalogText.ts';
import { shouldDefer } from '../../main/core/tools/deferTools.ts';
import { estimateTokens } from '../../main/core/tools/estimateTokens.ts';
import { normalizeSchema } from '../../main/core/tools/schema/normalizeSchema.ts';
import { prepareSearch, searchTools } from '../../main/core/tools/search/toolSearch.ts';
import { ServerToolTable } from '../../main/core/tools/toolTable.ts';
import { clients } from './kit/clients.mjs';
import { finish, median, quantile, ratio, target, watchLoop } from './kit/stats.mjs';

const option = (name, fallback) => Number(process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1] ?? fallback);
const count = option('tools', 10_000);
const rounds = option('rounds', 5);
let seed = 7;
const random = () => {
  seed = (seed * 1664525 + 1013904223) >>> 0;
  return seed / 2 ** 32;
};
const pick = (list) => list[Math.floor(random() * list.length)];

const words = {
  en: {
    verbs:
      'create list get update delete search find send read write open close merge deploy build run stop export import sync upload download archive restore assign move copy rename validate convert'.split(
        ' ',
      ),
    nouns:
      'issue repository branch commit file folder message channel calendar event contact invoice order customer ticket board card page database table row column query dashboard metric alert log container cluster pod secret key bucket object image video document spreadsheet slide email thread label milestone release pipeline job artifact user team role permission webhook token session report'.split(
        ' ',
      ),
    states: 'open closed recent archived shared private public pending failed overdue'.split(' '),
  },
  zh: {
    verbs:
      '创建 列出 获取 更新 删除 搜索 查找 发送 读取 写入 打开 关闭 合并 部署 构建 运行 停止 导出 导入 同步 上传 下载 归档 恢复 分配 移动 复制 重命名 校验 转换'.split(
        ' ',
      ),
    nouns:
      '问题 仓库 分支 提交记录 文件 文件夹 消息 频道 日历 日程 联系人 发票 订单 客户 工单 看板 卡片 页面 数据库 数据表 行 列 查询 仪表盘 指标 告警 日志 容器 集群 密钥 存储桶 对象 图片 视频 文档 电子表格 幻灯片 邮件 会话 标签 里程碑 版本 流水线 任务 制品 用户 团队 角色 权限 回调 令牌 报告 天气 地图 航班 酒店 股票 新闻'.split(
        ' ',
      ),
    states: '未处理的 已关闭的 最近的 已归档的 共享的 私有的 公开的 失败的 逾期的'.split(' '),
  },
};

/** A definition of about 600 bytes, every second one in Chinese, and a request that it answers. */
function makeTool(i) {
  const lang = i % 2 ? 'zh' : 'en';
  const { verbs, nouns, states } = words[lang];
  const [verb, noun, state, by, other] = [pick(verbs), pick(nouns), pick(states), pick(nouns), pick(nouns)];
  return {
    lang,
    key: `${verb}|${noun}|${state}`,
    request:
      lang === 'zh' ? pick([`${verb}${noun}`, `帮我${verb}${state}${noun}`]) : pick([`${verb} ${noun}`, `please ${verb} the ${state} ${noun}s`]),
    definition: {
      name: lang === 'zh' ? `tool_${i}` : `${verb}_${noun}_${i}`,
      description:
        lang === 'zh'
          ? `${verb}${state}${noun},并按${by}筛选;返回结果列表,支持分页与排序。适用于${other}的管理场景。`
          : `${verb} ${state} ${noun}s filtered by ${by}. Returns a paged, sorted list. Useful to manage ${other}s.`,
      inputSchema: {
        type: 'object',
        properties: {
          n: { type: 'integer', minimum: 0 },
          query: { type: 'string', description: 'What to look for' },
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
          kind: { type: 'string', enum: ['a', 'b', 'c'] },
          opts: { type: 'object', properties: { deep: { type: 'boolean' }, tags: { type: 'array', items: { type: 'string' } } } },
        },
        required: ['query'],
      },
    },
  };
}

const made = Array.from({ length: count }, (_, i) => makeTool(i));
const text = JSON.stringify(made.map((tool) => tool.definition));
const heap = () => {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};
const results = {};
const note = (name, value) => {
  results[name] ??= [];
  results[name].push(value);
};
/** CPU milliseconds of this process: other work on the machine does not count. */
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const time = (name, run) => {
  const started = cpu();
  const value = run();
  note(name, cpu() - started);
  return value;
};
/** The same for work in slices, with the longest block of the event loop. */
const timeSlices = async (name, run) => {
  const loop = watchLoop();
  const started = cpu();
  await run();
  note(name, cpu() - started);
  note(`longest block: ${name}`, (await loop.stop()).cpu);
};
/** The shortest of three: what the work takes when nothing interrupts it. */
const shortest = (run) => {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i += 1) {
    const from = performance.now();
    run();
    best = Math.min(best, performance.now() - from);
  }
  return best;
};

for (let round = 0; round <= rounds; round += 1) {
  // The first round warms up; only its index is measured for memory, because later ones push older indexes out.
  if (round === 1) for (const name of Object.keys(results)) if (name !== 'heap: index, MiB') delete results[name];
  const empty = heap();
  const items = time('JSON.parse', () => JSON.parse(text));
  note('heap: parsed, MiB', heap() - empty);
  const table = new ServerToolTable({ trusts: () => false });
  const server = `bench ${round}`; // an odd name: the dear way with hashes
  const before = heap();
  await timeSlices('apply, names with hashes', () => table.apply({ server, generation: 1, items, notices: [] }));
  const plain = new ServerToolTable({ trusts: () => false });
  await timeSlices('apply', () => plain.apply({ server: 'bench', generation: 1, items, notices: [] }));
  const tools = time('snapshot', () => plain.snapshot().tools);
  note('heap: table, MiB', (heap() - before) / 2);
  await timeSlices('apply the same list again', () =>
    plain.apply({ server: 'bench', generation: 2, items: items.map((item) => ({ ...item })), notices: [] }),
  );
  const beforeIndex = heap();
  await timeSlices('index', () => prepareSearch(tools));
  if (round === 0) note('heap: index, MiB', heap() - beforeIndex);
  const sample = made.map((tool, i) => ({ ...tool, i })).filter((_, i) => i % Math.ceil(count / 400) === 0);
  for (const lang of ['en', 'zh']) {
    const latencies = [];
    let hits = 0;
    const asked = sample.filter((tool) => tool.lang === lang);
    for (const { request, key } of asked) {
      latencies.push(shortest(() => searchTools(tools, request, 10)));
      const found = searchTools(tools, request, 10);
      if (found.some((hit) => made[tools.indexOf(hit.tool)].key.split('|').slice(0, 2).join() === key.split('|').slice(0, 2).join())) hits += 1;
    }
    note(`search ${lang} p50`, median(latencies));
    note(`search ${lang} p99`, quantile(latencies, 0.99));
    note(`search ${lang} hit@10`, hits / asked.length);
  }
  time('normalise all schemas', () => tools.filter((tool) => !tool.inputSchema));
  time('describe all', () => tools.filter((tool) => !tool.catalogLine));
  time('hash all', () => tools.filter((tool) => !tool.definitionHash));
  time('defer?', () => shouldDefer(tools, undefined, 10));
  time('catalogue', () => catalogText(tools, { deferred: true }));
  time('google family, 1,000 schemas', () => tools.slice(0, 1000).map((tool) => normalizeSchema(tool.originalSchema, 'google')));
  time('compile and check one schema', () => compileSchema(structuredClone(tools[0].originalSchema)).check({ query: 'x' }));
  if (round === rounds) {
    const some = tools.slice(0, 500).map((tool) => JSON.stringify([tool.name, tool.description, tool.inputSchema]));
    const exact = some.map((one) => encode(one).length);
    const guess = some.map(estimateTokens);
    const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
    note('token estimate ÷ o200k', sum(guess) / sum(exact));
    const schemas = tools.slice(0, 500).map((tool) => JSON.stringify(tool.inputSchema));
    note('characters a token, schemas', sum(schemas.map((one) => one.length)) / sum(schemas.map((one) => encode(one).length)));
    for (const [name, lang] of [
      ['English', 0],
      ['Chinese', 1],
    ]) {
      const texts = made
        .filter((_, i) => i % 2 === lang)
        .slice(0, 500)
        .map((tool) => tool.definition.description);
      note(`characters a token, ${name}`, sum(texts.map((one) => one.length)) / sum(texts.map((one) => encode(one).length)));
    }
  }
}

const base = median(results['JSON.parse']);
const rows = Object.entries(results).map(([name, values]) => {
  const value = median(values);
  const isTime = !/heap|hit|token/.test(name);
  return {
    what: name,
    median: Number(value.toPrecision(3)),
    unit: isTime ? 'ms' : '',
    '× JSON.parse': isTime ? Number((value / base).toPrecision(3)) : '',
  };
});
console.log(`${count} tools, ${(text.length / 2 ** 20).toFixed(1)} MiB of JSON, ${rounds} rounds, Node ${process.versions.node}`);
console.table(rows);
const found = (name) => median(results[name]);

/** From the start of the process to all its tools, 100 a page; our CPU alone. */
async function listing(name) {
  const started = cpu();
  const client = await clients[name]({
    command: process.execPath,
    args: [path.join(import.meta.dirname, 'kit/stdioServer.mjs'), `--tools=${count}`],
  });
  const listed = await client.list();
  const used = cpu() - started;
  if (listed.length !== count) throw new Error(`${name} listed ${listed.length} tools.`);
  await client.close();
  return used;
}
const listings = { raw: [], host: [] };
for (let round = -1; round < rounds; round += 1)
  for (const name of round % 2 === 0 ? ['raw', 'host'] : ['host', 'raw']) {
    const used = await listing(name);
    if (round >= 0) listings[name].push(used);
  }
target(`${count} tools: from the start of the server to the table, CPU / reading the pages alone`, ratio(listings.host, listings.raw), 2.5);
target(`${count} tools: longest block while they are adopted`, found('longest block: apply'), 50, 'ms');
target(`${count} tools: longest block while they are indexed`, found('longest block: index'), 50, 'ms');
target(
  `${count} tools: heap of list, table and index`,
  found('heap: parsed, MiB') + found('heap: table, MiB') + found('heap: index, MiB'),
  60,
  'MiB',
);
target(`${count} tools: search in English, p99`, found('search en p99'), 1, 'ms');
target(`${count} tools: search in Chinese, p99`, found('search zh p99'), 1, 'ms');
finish();
process.exit();
