import { describe, expect, test } from 'vitest';
import { ask, decision } from './catalogue.ts';

type Row = [text: string, tool: string, args: Record<string, unknown>];

const weather = (text: string, city: string): Row => [text, 'get_forecast', { city }];

describe('calls at once: all servers together, Chinese and English', () => {
  test.each<Row>([
    weather('查一下杭州明天的天气,告诉我出门要不要带伞', '杭州'),
    weather('weather in Paris tomorrow', 'Paris'),
    weather('明天北京会下雨吗?', '北京'),
    weather('请问上海明天气温多少', '上海'),
    weather('Do I need an umbrella in London tomorrow?', 'London'),
    weather("What's the weather like in new york?", 'new york'),
    weather('帮我看看三亚的天气预报', '三亚'),
    weather('forecast for San Francisco', 'San Francisco'),
    weather('Will it rain in Rio de Janeiro on Monday?', 'Rio de Janeiro'),
    weather('景德镇明天冷不冷', '景德镇'),
    weather('明天去乌鲁木齐要带伞吗', '乌鲁木齐'),
    weather('Hangzhou weather', 'Hangzhou'),
    weather('天气 city=成都', '成都'),
    weather('用 get_forecast 查 「雄安新区」', '雄安新区'),
    weather('mcp__weather__get_forecast {"city":"Reykjavik"}', 'Reykjavik'),

    ['读取 /tmp/notes.txt', 'read_text_file', { path: '/tmp/notes.txt' }],
    ['看看/tmp/a.md的内容', 'read_text_file', { path: '/tmp/a.md' }],
    ['read the file /etc/hosts', 'read_text_file', { path: '/etc/hosts' }],
    ['show me the first 10 lines of the file /tmp/log.txt', 'read_text_file', { path: '/tmp/log.txt', head: 10 }],
    ['读取文件 /tmp/log.txt 的最后 5 行', 'read_text_file', { path: '/tmp/log.txt', tail: 5 }],
    ['列出 /tmp 目录里的文件', 'list_directory', { path: '/tmp' }],
    ['list the files in /home/me', 'list_directory', { path: '/home/me' }],
    ['列出当前目录', 'list_directory', { path: '.' }],
    ['list directory /tmp with sizes sorted by size', 'list_directory_with_sizes', { path: '/tmp', sortBy: 'size' }],
    ['显示 /srv 的目录树', 'directory_tree', { path: '/srv' }],
    ['创建文件夹 /tmp/new', 'create_directory', { path: '/tmp/new' }],
    ['make a directory /tmp/other', 'create_directory', { path: '/tmp/other' }],
    ['move the file /tmp/a.txt to /tmp/b.txt', 'move_file', { source: '/tmp/a.txt', destination: '/tmp/b.txt' }],
    ['把文件 /tmp/a.txt 重命名为 /tmp/b.txt', 'move_file', { source: '/tmp/a.txt', destination: '/tmp/b.txt' }],
    ['在 /home/me 里搜索 *.md 文件', 'search_files', { path: '/home/me', pattern: '*.md' }],
    ['search for files matching *.txt in /tmp', 'search_files', { path: '/tmp', pattern: '*.txt' }],
    ['把「你好,世界」写入文件 /tmp/hi.txt', 'write_file', { path: '/tmp/hi.txt', content: '你好,世界' }],
    ['write "hello" to the file /tmp/hi.txt', 'write_file', { path: '/tmp/hi.txt', content: 'hello' }],
    ['写入文件 /tmp/x.txt 内容为 今天很好', 'write_file', { path: '/tmp/x.txt', content: '今天很好' }],
    ['get info about the file /tmp/a.txt', 'get_file_info', { path: '/tmp/a.txt' }],
    ['文件 /tmp/a.txt 的详细信息', 'get_file_info', { path: '/tmp/a.txt' }],
    ['which directories are allowed?', 'list_allowed_directories', {}],
    ['有哪些允许访问的目录', 'list_allowed_directories', {}],
    ['read the files /tmp/a.txt and /tmp/b.txt, multiple files', 'read_multiple_files', { paths: ['/tmp/a.txt', '/tmp/b.txt'] }],

    ['显示知识图谱', 'read_graph', {}],
    ['read the knowledge graph', 'read_graph', {}],
    ['search nodes about coffee', 'search_nodes', { query: 'coffee' }],
    ['搜索节点 咖啡', 'search_nodes', { query: '咖啡' }],
    ['open the nodes Alice and Bob', 'open_nodes', { names: ['Alice', 'Bob'] }],
    ['打开节点 张三、李四', 'open_nodes', { names: ['张三', '李四'] }],
    ['删除实体 张三', 'delete_entities', { entityNames: ['张三'] }],
    ['delete the entities "Old Project"', 'delete_entities', { entityNames: ['Old Project'] }],

    ['echo hello world', 'echo', { message: 'hello world' }],
    ['回显 你好世界', 'echo', { message: '你好世界' }],
    ['add 2 and 3', 'get-sum', { a: 2, b: 3 }],
    ['2加3等于多少', 'get-sum', { a: 2, b: 3 }],
    ['计算三加二十五的和', 'get-sum', { a: 3, b: 25 }],
    ['what is the sum of -1.5 and 4', 'get-sum', { a: -1.5, b: 4 }],
    ['12 + 30', 'get-sum', { a: 12, b: 30 }],
    ['repeat after me: good morning', 'echo', { message: 'good morning' }],
    ['say hello', 'echo', { message: 'hello' }],
    ['rename /tmp/a.txt to /tmp/b.txt', 'move_file', { source: '/tmp/a.txt', destination: '/tmp/b.txt' }],
    ['在 /tmp/todo.txt 里写上 买牛奶', 'write_file', { path: '/tmp/todo.txt', content: '买牛奶' }],
    ['find files named report in /home', 'search_files', { path: '/home', pattern: 'report' }],
    ['研究一下量子计算', 'simulate-research-query', { topic: '量子计算' }],
    ['我能访问哪些目录', 'list_allowed_directories', {}],
    ['ls /tmp', 'list_directory', { path: '/tmp' }],
    ['查看环境变量', 'get-env', {}],
    ['print the environment', 'get-env', {}],
    ['给我一张小图片', 'get-tiny-image', {}],
    ['structured content for Chicago', 'get-structured-content', { location: 'Chicago' }],
    ['给我纽约的结构化内容', 'get-structured-content', { location: 'New York' }],
    ['run a long operation for 20 seconds with 4 steps', 'trigger-long-running-operation', { duration: 20, steps: 4 }],
    ['annotated message of type error with an image', 'get-annotated-message', { messageType: 'error', includeImage: true }],
    ['toggle logging', 'toggle-simulated-logging', {}],
    ['give me 5 resource links', 'get-resource-links', { count: 5 }],
  ])('%s → %s', async (text, tool, args) => {
    expect(decision(await ask(text))).toEqual({ act: 'call', tool, args });
  });
});

describe('asks for what is missing', () => {
  test.each<Row>([
    ['明天天气怎么样', 'get_forecast', {}],
    ['what will the weather be', 'get_forecast', {}],
    ['write the file /tmp/a.txt', 'write_file', { path: '/tmp/a.txt' }],
    ['创建一个实体', 'create_entities', {}],
    ['edit the file /tmp/a.txt', 'edit_file', { path: '/tmp/a.txt' }],
    ['add 2', 'get-sum', { a: 2 }],
    ['移动文件 /tmp/a.txt', 'move_file', { source: '/tmp/a.txt' }],
  ])('%s → form of %s', async (text, tool, args) => {
    expect(decision(await ask(text))).toEqual({ act: 'form', tool, args });
  });
});

describe('calls nothing', () => {
  test.each([
    '你好',
    'hello!',
    '讲个笑话',
    'tell me a joke',
    '写一首诗',
    'What is the capital of Peru?',
    '你能做什么?',
    'thanks',
    '为什么天空是蓝色的',
    'delete the file /tmp/a.txt',
    '删除 /tmp/a.txt',
    'what day is it',
    '福建在哪里',
    '加拿大的首都',
    '',
  ])('%s', async (text) => {
    expect(decision(await ask(text))).toEqual({ act: 'none' });
  });
});
