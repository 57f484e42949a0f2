import { describe, expect, test } from 'vitest';
import { searchTokens, stem } from '../../../../main/core/tools/search/searchTokens.ts';
import type { Searchable } from '../../../../main/core/tools/search/toolIndex.ts';
import { prepareSearch, searchTools } from '../../../../main/core/tools/search/toolSearch.ts';
import { pick, seededRandom } from '../../../fakes/seededRandom.ts';

const tool = (name: string, description: string, parameters: string[] = []): Searchable => ({
  name,
  description,
  inputSchema: { type: 'object', properties: Object.fromEntries(parameters.map((parameter) => [parameter, {}])) },
});

const weather = tool('mcp__weather__get_forecast', '查询指定城市明天的天气预报', ['city']);
const files = [
  tool('mcp__fs__read_text_file', 'Read the complete contents of a file from the file system as text.', ['path']),
  tool('mcp__fs__write_file', 'Create a new file or completely overwrite an existing file with new content.', ['path', 'content']),
  tool('mcp__fs__list_directory', 'Get a detailed listing of all files and directories in a specified path.', ['path']),
  tool('mcp__fs__move_file', 'Move or rename files and directories.', ['source', 'destination']),
  tool('mcp__fs__get_file_info', 'Retrieve detailed metadata about a file or directory.', ['path']),
];
const others = [
  tool('mcp__mail__send_email', 'Sends an email to one or more recipients.', ['to', 'subject', 'body']),
  tool('mcp__cal__create_event', 'Creates a calendar event with a title, start and end.', ['title', 'start', 'end']),
  tool('mcp__gh__list_issues', 'Lists issues in a repository, newest first.', ['owner', 'repo']),
  tool('mcp__gh__create_pull_request', 'Opens a pull request from a branch.', ['owner', 'repo', 'head']),
  tool('mcp__db__query', 'Runs a read-only SQL query against the database.', ['sql']),
  tool('mcp__map__geocode', 'Turns an address into coordinates.', ['address']),
  tool('mcp__everything__add', 'Adds two numbers', ['a', 'b']),
  tool('mcp__everything__echo', 'Echoes back the input', ['message']),
  tool('mcp__news__search', '搜索最近的新闻报道', ['keyword']),
  tool('mcp__trans__translate_text', '把文本翻译成指定的语言', ['text', 'target']),
];
const all = [weather, ...files, ...others];
const names = (query: string, tools: readonly Searchable[] = all): string[] =>
  searchTools(tools, query, 5).map((hit) => hit.tool.name.replace(/^mcp__/, ''));

describe('finding the right tool among a few', () => {
  test.each<[string, string]>([
    ['查一下杭州明天的天气,告诉我出门要不要带伞', 'weather__get_forecast'],
    ['杭州天气怎么样', 'weather__get_forecast'],
    ['明天要带伞吗', 'weather__get_forecast'],
    ['What will the weather be in Hangzhou tomorrow?', 'weather__get_forecast'],
    ['Do I need an umbrella tomorrow?', 'weather__get_forecast'],
    ['forecasts', 'weather__get_forecast'],
    ['list the files in /tmp', 'fs__list_directory'],
    ['列出 /tmp 里的文件', 'fs__list_directory'],
    ['read the file /etc/hosts', 'fs__read_text_file'],
    ['读取文件 notes.txt', 'fs__read_text_file'],
    ['把 a.txt 重命名为 b.txt', 'fs__move_file'],
    ['send a mail to bob@example.com', 'mail__send_email'],
    ['给小王发送一封邮件', 'mail__send_email'],
    ['最近有什么新闻', 'news__search'],
    ['latest news', 'news__search'],
    ['translate this into French', 'trans__translate_text'],
    ['创建一个日程', 'cal__create_event'],
    ['show open issues of the repo', 'gh__list_issues'],
    ['run a sql query', 'db__query'],
    ['把两个数加起来', 'everything__add'],
    ['add 2 and 3', 'everything__add'],
    ['getForecast', 'weather__get_forecast'],
    ['mcp__db__query', 'db__query'],
  ])('%s → %s', (query, expected) => {
    expect(names(query)[0]).toBe(expected);
  });

  test('file tools come before all others for a path', () => {
    expect(
      names('list the files in /tmp')
        .slice(0, 3)
        .every((name) => name.startsWith('fs__')),
    ).toBe(true);
  });

  test.each(['', '   ', '?!', 'the of and', 'zzzzqqq'])('%j finds nothing', (query) => {
    expect(searchTools(all, query)).toEqual([]);
  });

  test('coverage tells a good match from a poor one', () => {
    const [good] = searchTools(all, '明天的天气预报');
    const [poor] = searchTools(all, 'reorganise my quantum greenhouse with a query');
    expect(good?.coverage).toBeGreaterThan(0.9);
    expect(poor?.coverage).toBeLessThan(0.5);
  });

  test('one rare word says more than several that every tool has', () => {
    const crowd = Array.from({ length: 40 }, (_, i) => tool(`mcp__s__item${i}`, 'manage the shared records of this account'));
    const rare = tool('mcp__s__other', 'zebra');
    expect(searchTools([...crowd, rare], 'manage shared records zebra', 1)[0]?.tool).toBe(rare);
  });

  test('a tool whose whole name is in the request comes before one with more to its name', () => {
    const [several, one] = [
      tool('mcp__fs__read_multiple_files', 'Read the contents of files. Reads files.'),
      tool('mcp__fs__read_file', 'Read the contents of a file.'),
    ];
    expect(searchTools([several, one], 'read the file /tmp/a.txt', 2).map((hit) => hit.tool)).toEqual([one, several]);
  });

  test('a word of the request counts more than one that only means the same', () => {
    const [meant, said] = [tool('mcp__s__x', 'climate'), tool('mcp__s__y', 'weather')];
    expect(searchTools([meant, said], 'weather', 2).map((hit) => hit.tool)).toEqual([said, meant]);
  });

  test('equal scores keep the order of the list, and the limit is kept', () => {
    const twins = Array.from({ length: 30 }, (_, i) => tool(`mcp__s__twin${i}`, 'the very same words'));
    expect(searchTools(twins, 'same words', 7).map((hit) => hit.tool)).toEqual(twins.slice(0, 7));
  });
});

describe('tokens', () => {
  test.each<[string, string[]]>([
    ['getForecastForCity', ['get', 'forecast', 'city']],
    ['HTTPServer_v2-list', ['http', 'server', 'v2', 'list']],
    ['parseJSONFile', ['pars', 'json', 'file']],
    ['v2Get3Things', ['v2', 'get3', 'thing']],
    ['XMLHttpRequest é', ['xml', 'http', 'request', 'é']],
    ['XMLHttpRequest', ['xml', 'http', 'request']],
    ['天气预报', ['天气', '气预', '预报']],
    ['查weather表', ['查', 'weather', '表']],
    ['ＦＩＬＥ', ['file']],
    ['日本語テスト', ['日本', '本語', '語テ', 'テス', 'スト']],
  ])('%s', (text, tokens) => {
    expect(searchTokens(text)).toEqual(tokens);
  });

  test('the quick way for ASCII gives what the thorough way gives', () => {
    const random = seededRandom(5);
    for (let i = 0; i < 3000; i += 1) {
      const text = Array.from({ length: 1 + Math.floor(random() * 10) }, () => pick(random, ['a', 'b', 'A', 'B', '1', '_', ' ', 'ed', 'S'])).join('');
      expect(searchTokens(text), text).toEqual(searchTokens(`${text} é`).slice(0, -1));
    }
  });

  test.each([
    ['forecasts', 'forecast'],
    ['queries', 'query'],
    ['searches', 'search'],
    ['listing', 'list'],
    ['running', 'run'],
    ['created', 'creat'],
    ['create', 'creat'],
    ['status', 'status'],
    ['class', 'class'],
    ['files', 'file'],
    ['file', 'file'],
    ['creates', 'creat'],
  ])('%s has the stem %s', (word, expected) => {
    expect(stem(word)).toBe(expected);
  });
});

describe('the index', () => {
  test('prepared in slices it finds the same, and a search meanwhile does not wait', async () => {
    const many = Array.from({ length: 3000 }, (_, i) => tool(`mcp__s${i % 20}__tool_${i}`, `Handles things of kind ${i}.`));
    const list = [...many, weather];
    const prepared = prepareSearch(list);
    expect(searchTools(list, '天气', 1)[0]?.tool).toBe(weather);
    await prepared;
    expect(searchTools([...list], 'kind 1234', 1)[0]?.tool).toBe(many[1234]);
  });

  test('lists do not get mixed up', () => {
    expect(searchTools(files, '天气')).toEqual([]);
    expect(searchTools([weather], '天气')).toHaveLength(1);
    expect(searchTools(all, '天气')[0]?.tool).toBe(weather);
    expect(searchTools([], '天气')).toEqual([]);
  });

  test('a list that grew is another list', () => {
    const growing = [files[0] as Searchable];
    expect(searchTools(growing, '天气')).toEqual([]);
    growing.push(weather);
    expect(searchTools(growing, '天气')).toHaveLength(1);
  });
});
