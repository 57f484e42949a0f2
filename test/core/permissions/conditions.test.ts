import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../main/core/permissions/evaluate.ts';
import type { GateContext } from '../../../main/core/permissions/gate.ts';
import { makeCall, makeContext, makeRule } from './fixtures.ts';

/** `surely`: an allow and a deny rule both count; `maybe`: only the deny rule; `no`: neither. */
type Fit = 'surely' | 'maybe' | 'no';

function fitOf(condition: string, args: Record<string, unknown>, context: Partial<GateContext> = {}): Fit {
  const verdictOf = (effect: string): string =>
    evaluate(makeCall({ args }), [makeRule(`${effect} mcp__fs__read(${condition})`)], makeContext(context)).verdict;
  const [allow, deny, ask] = [verdictOf('allow'), verdictOf('deny'), verdictOf('ask')];
  expect(ask).toBe('ask');
  if (allow === 'allow') {
    expect(deny).toBe('deny');
    return 'surely';
  }
  return deny === 'deny' ? 'maybe' : 'no';
}

/** Links of a pretended file system, longest first; `..` is followed after the link, as kernels do. */
const LINKS: Record<string, string> = { '/data/link': '/etc', '/data/inner': '/data/real', '/home/me/alias': '/data', '/alias': '/data' };
const realPath = (path: string): string => {
  let out = '';
  for (const step of path.split('/').filter((part) => part !== '' && part !== '.')) {
    out = step === '..' ? out.slice(0, out.lastIndexOf('/')) : `${out}/${step}`;
    out = LINKS[out] ?? out;
  }
  return out || '/';
};

describe('in: a path inside a folder', () => {
  const posix: [folder: string, value: unknown, fit: Fit][] = [
    ['/data', '/data/a.txt', 'surely'],
    ['/data', '/data', 'surely'],
    ['/data', '/data/', 'surely'],
    ['/data/', '/data/a', 'surely'],
    ['/data', '/data//a', 'surely'],
    ['/data', '/data/./a', 'surely'],
    ['/data', '/data/a/../b', 'surely'],
    ['/data', '/data/ü.txt', 'surely'],
    ['/data', '/data/..a', 'surely'],
    ['/data', '/data/a..', 'surely'],
    ['/data', '/', 'no'],
    ['/data', '/dat', 'no'],
    ['/data', '/data2', 'no'],
    ['/data', '/data-old/a', 'no'],
    ['/data', '/data.txt', 'no'],
    ['/data', '/data/../etc/passwd', 'no'],
    ['/data', '/data/a/../../etc/passwd', 'no'],
    ['/data', '/data/../data/a', 'surely'],
    ['/data', '/etc/../data/a', 'surely'],
    ['/data', '//etc/passwd', 'no'],
    ['/', '/etc/passwd', 'surely'],
    // Links: the place they lead to counts, in both readings of `..` after a link.
    ['/data', '/data/link/passwd', 'no'],
    ['/data', '/data/link', 'no'],
    ['/data', '/data/inner/x', 'surely'],
    ['/data', '/alias/x', 'surely'],
    ['/data', '/home/me/alias/x', 'surely'],
    ['/alias', '/data/x', 'surely'],
    ['/alias', '/alias/x', 'surely'],
    ['/data', '/data/link/../x', 'maybe'],
    ['/etc', '/data/link/passwd', 'surely'],
    ['/etc', '/data/link/../etc/x', 'maybe'],
    ['/etc', '/data/link/../../etc/x', 'surely'],
    // Case and normal form: another file here, perhaps the same one elsewhere.
    ['/data', '/DATA/a', 'maybe'],
    ['/Data', '/data/a', 'maybe'],
    ['/data/\u00e9', '/data/e\u0301/x', 'maybe'],
    ['/data', '/d\u0430ta/a', 'no'],
    ['/data', '/ｄata/a', 'maybe'],
    // Nobody here knows a server's own working folder.
    ['/data', 'a.txt', 'no'],
    ['/data', 'data/a.txt', 'maybe'],
    ['/data', '../data/a', 'maybe'],
    ['/data', './a', 'no'],
    ['/data', '', 'maybe'],
    ['/home/u/p', 'src/a.ts', 'maybe'],
    ['/home/u/p', '/home/u/p/src/a.ts', 'surely'],
    ['.', '/home/u/p/src/a.ts', 'surely'],
    ['src', '/home/u/p/src/a.ts', 'surely'],
    ['src', '/home/u/p/test/a.ts', 'no'],
    ['./src', '/home/u/p/src/../x', 'no'],
    ['~', '/home/me/x', 'surely'],
    ['~/.ssh', '/home/me/.ssh/id', 'surely'],
    ['~/.ssh', '/home/you/.ssh/id', 'no'],
    ['/home/me/.ssh', '~/.ssh/id', 'maybe'],
    ['/home/me', '~other/x', 'maybe'],
    ['/home/me/.ssh', '~/docs/id', 'no'],
    ['/home/me/.ssh', '~/docs/../.ssh/id', 'maybe'],
    // Spellings a server may undo once more.
    ['/data', '/data/%2e%2e/etc/passwd', 'maybe'],
    ['/data', '/data/..%2fetc', 'maybe'],
    ['/data', '/data/%00', 'maybe'],
    ['/etc', '/data/%2e%2e/etc/passwd', 'maybe'],
    ['/data', '/data\\..\\..\\etc', 'maybe'],
    ['/data', '/data/a\u0000.txt', 'maybe'],
    ['/data', '/data/a\nb', 'maybe'],
    ['/data', '/data/a\u202eb', 'maybe'],
    ['/data', '/data/\u200b../x', 'maybe'],
    // file: URLs
    ['/data', 'file:///data/a', 'surely'],
    ['/data', 'file:///data/../etc/passwd', 'no'],
    ['/data', 'file:///etc/passwd', 'no'],
    ['/data', 'FILE:///data/a', 'surely'],
    ['/data', 'file://host/data/a', 'maybe'],
    ['/data', 'file:///data/%2e%2e/etc', 'maybe'],
    ['/data', 'file:///data/a%2fb', 'maybe'],
    ['/data', 'https://example.com/data', 'no'],
    // Other types, lists
    ['/data', 5, 'maybe'],
    ['/data', true, 'maybe'],
    ['/data', { path: '/data/a' }, 'maybe'],
    ['/data', null, 'no'],
    ['/data', undefined, 'no'],
    ['/data', ['/data/a', '/data/b'], 'surely'],
    ['/data', ['/data/a', '/etc/b'], 'maybe'],
    ['/data', ['/etc/a', '/etc/b'], 'no'],
    ['/data', ['/data/a', null], 'maybe'],
    ['/data', [['/data/a'], ['/data/b']], 'surely'],
    ['/data', [], 'no'],
  ];
  test.each(posix)('%s: %j %s', (folder, value, fit) => {
    expect(fitOf(`p in ${folder}`, { p: value }, { realPath, projectFolder: '/home/u/p' })).toBe(fit);
  });

  const windows: [folder: string, value: unknown, fit: Fit][] = [
    ['C:\\data', 'C:\\data\\a', 'surely'],
    ['C:\\data', 'c:\\DATA\\a', 'surely'],
    ['C:\\data', 'C:/data/a', 'surely'],
    ['C:/data', 'C:\\data\\a', 'surely'],
    ['C:\\data', 'C:\\data2\\a', 'no'],
    ['C:\\data', 'D:\\data\\a', 'no'],
    ['C:\\data', 'C:\\data\\..\\etc', 'no'],
    ['C:\\data', 'C:/data/../etc', 'no'],
    ['C:\\data', 'C:data\\a', 'maybe'],
    ['C:\\data', '\\data\\a', 'no'],
    ['C:\\data', '\\\\?\\C:\\data\\a', 'maybe'],
    ['C:\\data', '\\\\.\\C:\\data\\a', 'maybe'],
    ['C:\\data', 'C:\\data\\a.txt:stream', 'maybe'],
    ['C:\\data', 'C:\\data.\\a', 'maybe'],
    ['C:\\data', 'C:\\data \\a', 'maybe'],
    ['C:\\data', 'file:///C:/data/a', 'surely'],
    ['C:\\data', 'file:///C:/etc/a', 'no'],
    ['\\\\host\\share', '\\\\host\\share\\a', 'surely'],
    ['\\\\host\\share', '\\\\other\\share\\a', 'no'],
  ];
  test.each(windows)('Windows %s: %j %s', (folder, value, fit) => {
    expect(fitOf(`p in ${JSON.stringify(folder)}`, { p: value }, { pathStyle: 'win32' })).toBe(fit);
  });

  test('a path longer than any file system takes', () => {
    expect(fitOf('p in /data', { p: `/data/${'a'.repeat(5_000)}` })).toBe('maybe');
  });

  test('a relative folder without a project is never inside, and forbids in doubt', () => {
    expect(fitOf('p in src', { p: '/home/u/p/src/a' })).toBe('maybe');
  });
});

describe('host: the host of a URL', () => {
  const rows: [host: string, value: unknown, fit: Fit][] = [
    ['example.com', 'https://example.com', 'surely'],
    ['example.com', 'https://example.com/', 'surely'],
    ['example.com', 'http://example.com/a?b#c', 'surely'],
    ['example.com', 'wss://example.com/a', 'surely'],
    ['example.com', 'HTTPS://EXAMPLE.COM/', 'surely'],
    ['EXAMPLE.com', 'https://example.com/', 'surely'],
    ['example.com', 'https://example.com:8443/', 'surely'],
    ['example.com', 'https://www.example.com/', 'no'],
    ['example.com', 'https://example.com.evil.test/', 'no'],
    ['example.com', 'https://notexample.com/', 'no'],
    ['example.com', 'https://evil.test/example.com', 'no'],
    ['example.com', 'https://evil.test/?u=https://example.com', 'no'],
    ['example.com', 'https://evil.test#example.com', 'no'],
    // Userinfo
    ['example.com', 'https://example.com@evil.test/', 'maybe'],
    ['evil.test', 'https://example.com@evil.test/', 'maybe'],
    ['example.com', 'https://example.com:443@evil.test/', 'maybe'],
    ['example.com', 'https://user:pw@example.com/', 'maybe'],
    ['example.com', 'https://evil.test/@example.com', 'no'],
    // Where parsers disagree
    ['example.com', 'https://example.com\\@evil.test/', 'maybe'],
    ['evil.test', 'https://example.com\\@evil.test/', 'maybe'],
    ['example.com', 'https:\\\\example.com/', 'maybe'],
    ['example.com', 'https:/example.com/', 'maybe'],
    ['example.com', 'https:example.com', 'maybe'],
    ['example.com', ' https://example.com/', 'maybe'],
    ['example.com', 'https://exam\nple.com/', 'maybe'],
    ['example.com', 'ht\ttps://example.com/', 'maybe'],
    ['example.com', 'https://exam\u200bple.com/', 'maybe'],
    ['example.com', 'https://example.com./', 'maybe'],
    ['example.com', 'https://example%2ecom/', 'maybe'],
    ['example.com', '//example.com/a', 'maybe'],
    ['example.com', 'example.com', 'maybe'],
    ['example.com', 'example.com/path', 'maybe'],
    ['example.com', 'ftp://example.com/', 'maybe'],
    ['example.com', 'javascript://example.com/%0aalert(1)', 'maybe'],
    ['example.com', 'not a url', 'no'],
    ['example.com', '', 'no'],
    // Look-alikes
    ['example.com', 'https://ex\u0430mple.com/', 'no'],
    ['example.com', 'https://ｅxample.com/', 'maybe'],
    ['münchen.de', 'https://xn--mnchen-3ya.de/', 'surely'],
    ['xn--mnchen-3ya.de', 'https://münchen.de/', 'maybe'],
    // Subdomains
    ['*.example.com', 'https://a.example.com/', 'surely'],
    ['*.example.com', 'https://a.b.example.com/', 'surely'],
    ['*.example.com', 'https://example.com/', 'no'],
    ['*.example.com', 'https://aexample.com/', 'no'],
    ['*.example.com', 'https://a.example.com.evil.test/', 'no'],
    // Ports
    ['example.com:8080', 'http://example.com:8080/', 'surely'],
    ['example.com:8080', 'http://example.com/', 'no'],
    ['example.com:443', 'https://example.com/', 'surely'],
    ['example.com:80', 'https://example.com/', 'no'],
    ['example.com:80', 'http://example.com/', 'surely'],
    // Addresses in other dress
    ['127.0.0.1', 'http://127.0.0.1/', 'surely'],
    ['127.0.0.1', 'http://2130706433/', 'maybe'],
    ['127.0.0.1', 'http://0x7f.1/', 'maybe'],
    ['127.0.0.1', 'http://0177.0.0.1/', 'maybe'],
    ['127.0.0.1', 'http://[::ffff:127.0.0.1]/', 'maybe'],
    ['127.0.0.1', 'http://[::ffff:7f00:1]/', 'maybe'],
    ['[::1]', 'http://[::1]/', 'surely'],
    ['[::1]', 'http://[0:0:0:0:0:0:0:1]/', 'maybe'],
    ['169.254.169.254', 'http://169.254.169.254/latest', 'surely'],
    // Other types
    ['example.com', 7, 'maybe'],
    ['example.com', ['https://example.com/', 'https://example.com/b'], 'surely'],
    ['example.com', ['https://example.com/', 'https://evil.test/'], 'maybe'],
  ];
  test.each(rows)('%s: %j %s', (host, value, fit) => {
    expect(fitOf(`u host ${host}`, { u: value })).toBe(fit);
  });
});

describe('text and numbers', () => {
  const rows: [condition: string, value: unknown, fit: Fit][] = [
    // equals
    ['v = Bern', 'Bern', 'surely'],
    ['v = Bern', 'bern', 'maybe'],
    ['v = Bern', 'Bern ', 'maybe'],
    ['v = Bern', 'B\u200bern', 'maybe'],
    ['v = Bern', 'Ｂern', 'maybe'],
    ['v = Bern', 'B\u0435rn', 'no'],
    ['v = Bern', 'Berne', 'no'],
    ['v = Bern', '', 'no'],
    ['v = caf\u00e9', 'cafe\u0301', 'maybe'],
    ['v = ""', '', 'surely'],
    ['v = 5', 5, 'surely'],
    ['v = 5', '5', 'maybe'],
    ['v = "5"', '5', 'surely'],
    ['v = "5"', 5, 'maybe'],
    ['v = 5', 5.0001, 'no'],
    ['v = 0', -0, 'surely'],
    ['v = 1e3', 1000, 'surely'],
    ['v = true', true, 'surely'],
    ['v = true', 'true', 'maybe'],
    ['v = true', false, 'no'],
    ['v = true', 1, 'no'],
    ['v = ["a", "b"]', ['a', 'b'], 'surely'],
    ['v = ["a", "b"]', ['b', 'a'], 'no'],
    ['v = ["a"]', ['a', 'b'], 'no'],
    ['v = {"a": 1, "b": 2}', { b: 2, a: 1 }, 'surely'],
    ['v = {"a": 1}', { a: 1, b: 2 }, 'no'],
    ['v = a', ['a', 'a'], 'surely'],
    ['v = a', ['a', 'b'], 'maybe'],
    ['v = a', ['b'], 'no'],
    ['v = a', { a: 'a' }, 'no'],
    ['v = null', null, 'no'],
    // prefix
    ['v ^= git status', 'git status', 'surely'],
    ['v ^= git status', 'git status --short', 'surely'],
    ['v ^= git status', 'git  status', 'no'],
    ['v ^= git status', 'Git status', 'maybe'],
    ['v ^= git', ' git', 'maybe'],
    ['v ^= git', 'g\u200bit', 'maybe'],
    ['v ^= git', 'got', 'no'],
    ['v ^= /data/', '/data/a', 'surely'],
    ['v ^= /data/', '/data/../etc', 'maybe'],
    ['v ^= /data/', '/data/a/..', 'maybe'],
    ['v ^= /data/', '/data/%2e%2e/etc', 'maybe'],
    ['v ^= /data/', '/data/..\\etc', 'maybe'],
    ['v ^= /data/', '/data/a..b', 'surely'],
    ['v ^= /etc', '/tmp/../etc/passwd', 'maybe'],
    ['v ^= /etc', '//etc/passwd', 'maybe'],
    ['v ^= https://example.com', 'https://example.com/a', 'surely'],
    ['v ^= https://example.com', 'https://example.com', 'surely'],
    ['v ^= https://example.com', 'https://example.com.evil.test', 'maybe'],
    ['v ^= https://example.com', 'https://example.com@evil.test', 'maybe'],
    ['v ^= https://example.com', 'https://example.com:8080/', 'maybe'],
    ['v ^= https://example.com', 'https://example.com?x', 'surely'],
    ['v ^= https://example.com/', 'https://example.com/a', 'surely'],
    ['v ^= https://example.com/a/', 'https://example.com/a/../b', 'maybe'],
    ['v ^= 12', 123, 'maybe'],
    ['v ^= a', { a: 1 }, 'maybe'],
    // regular expressions: an allow covers the whole value, a deny any part
    ['v ~= [a-z]+', 'abc', 'surely'],
    ['v ~= [a-z]+', 'abc; rm', 'maybe'],
    ['v ~= ^[a-z]+$', 'abc\n', 'maybe'],
    ['v ~= [a-z]+', '123', 'no'],
    ['v ~= rm', 'r\u200bm -rf', 'maybe'],
    ['v ~= (?i)drop', 'DROP', 'surely'],
    ['v ~= drop', 'DROP', 'maybe'],
    ['v ~= \\d+', 12, 'maybe'],
    ['v ~= a|b', 'b', 'surely'],
    ['v ~= ^a(b|c)$', 'ac', 'surely'],
    ['v ~= "a,b"', 'a,b', 'surely'],
    // ranges
    ['v range 1..10', 1, 'surely'],
    ['v range 1..10', 10, 'surely'],
    ['v range 1..10', 10.5, 'no'],
    ['v range 1..10', 0, 'no'],
    ['v range 1..10', '5', 'maybe'],
    ['v range 1..10', '5 apples', 'maybe'],
    ['v range 1..10', '50', 'no'],
    ['v range 1..10', '', 'maybe'],
    ['v range 1..', 1e300, 'surely'],
    ['v range 1..', Number.POSITIVE_INFINITY, 'maybe'],
    ['v range ..10', -5, 'surely'],
    ['v range ..10', Number.NaN, 'maybe'],
    ['v range -2.5..-1e-3', -1, 'surely'],
    ['v range 1..10', true, 'maybe'],
    ['v range 1..10', [1, 2], 'surely'],
    ['v range 1..10', [1, 20], 'maybe'],
  ];
  test.each(rows)('%s: %j %s', (condition, value, fit) => {
    expect(fitOf(condition, { v: value })).toBe(fit);
  });

  const commands: [value: string, fit: Fit][] = [
    ['git status', 'surely'],
    ['git status -s', 'surely'],
    ['git status; rm -rf /', 'maybe'],
    ['git status && rm', 'maybe'],
    ['git status | sh', 'maybe'],
    ['git status $(rm)', 'maybe'],
    ['git status `rm`', 'maybe'],
    ['git status\nrm', 'maybe'],
    ['git status > x', 'maybe'],
  ];
  test.each(commands)('a command prefix does not let another command in: %j %s', (value, fit) => {
    expect(fitOf('command ^= git status', { command: value })).toBe(fit);
  });
});

describe('where the argument is', () => {
  const rows: [condition: string, args: Record<string, unknown>, fit: Fit][] = [
    ['options.path = x', { options: { path: 'x' } }, 'surely'],
    ['options.path = x', { options: { path: 'y' } }, 'no'],
    ['options.path = x', { options: {} }, 'no'],
    ['options.path = x', { options: 'x' }, 'no'],
    ['options.path = x', {}, 'no'],
    ['options.path = x', { 'options.path': 'x' }, 'surely'],
    ['options.path = x', { 'options.path': 'x', options: { path: 'y' } }, 'maybe'],
    ['options.path = x', { 'options.path': 'x', options: { path: 'x' } }, 'surely'],
    ['files.path = x', { files: [{ path: 'x' }, { path: 'x' }] }, 'surely'],
    ['files.path = x', { files: [{ path: 'x' }, { path: 'y' }] }, 'maybe'],
    ['files.path = x', { files: [{ path: 'x' }, {}] }, 'maybe'],
    ['files.path = x', { files: [{ path: 'y' }, {}] }, 'no'],
    ['files.path = x', { files: [] }, 'no'],
    ['files.0.path = x', { files: [{ path: 'x' }, { path: 'y' }] }, 'surely'],
    ['"odd key" = x', { 'odd key': 'x' }, 'surely'],
    ['a = 1, b = 2', { a: 1, b: 2 }, 'surely'],
    ['a = 1, b = 2', { a: 1, b: 3 }, 'no'],
    ['a = 1, b = 2', { a: 1 }, 'no'],
    ['a = 1, b = 2', { a: 1, b: '2' }, 'maybe'],
    // A key that some readers take for the same one: nothing is allowed by it, everything may be forbidden by it.
    ['Path = x', { path: 'x' }, 'maybe'],
    ['path = x', { path: 'x', Path: 'x' }, 'maybe'],
    ['path = x', { path: 'x', PATH: '/etc' }, 'maybe'],
    ['path = x', { path: 'y', PATH: 'x' }, 'maybe'],
    ['path = x', { path: 'y', PATH: 'y' }, 'no'],
    ['path = x', { path: 'x', 'path ': '/etc' }, 'maybe'],
    ['path = x', { path: 'x', 'pa\u200bth': '/etc' }, 'maybe'],
    ['path = x', { path: 'x', ｐath: '/etc' }, 'maybe'],
    ['caf\u00e9 = x', { 'cafe\u0301': 'x' }, 'maybe'],
    ['path = x', { path: 'x', p\u0430th: '/etc' }, 'surely'],
    ['path = x', { path: 'x', other: '/etc' }, 'surely'],
    ['options.path = x', { options: { path: 'x' }, Options: { path: '/etc' } }, 'maybe'],
    ['options.path = x', { options: { path: 'x', Path: '/etc' } }, 'maybe'],
    ['files.path = x', { files: [{ path: 'x' }, { path: 'x', PATH: 'y' }] }, 'maybe'],
    ['path = x', { path: null, Path: 'x' }, 'maybe'],
    // All arguments together.
    ['. = {"a": 1}', { a: 1 }, 'surely'],
    ['. = {"a": 1, "b": [2]}', { b: [2], a: 1 }, 'surely'],
    ['. = {"a": 1}', { a: 1, b: 2 }, 'no'],
    ['. = {"a": 1}', {}, 'no'],
    ['. = {"a": 1}', { a: '1' }, 'no'],
    ['. = {}', {}, 'surely'],
    ['. = x', { '.': 'x' }, 'no'],
    ['. ^= x', { a: 'x' }, 'maybe'],
    // Names that every object has.
    ['toString = x', {}, 'no'],
    ['constructor.name = Object', {}, 'no'],
    ['__proto__.path = x', { path: 'x' }, 'no'],
    ['__proto__ = x', JSON.parse('{"__proto__":"x"}'), 'surely'],
    ['length = 2', { list: [1, 2] }, 'no'],
    ['list.length = 2', { list: [1, 2] }, 'surely'],
    // An object that comes as JSON text.
    ['options.path = x', { options: '{"path":"x"}' }, 'maybe'],
    ['options.path = x', { options: '{"path":"y"}' }, 'no'],
    ['options.path = x', { options: ' [{"path":"x"}]' }, 'maybe'],
    ['options.path = x', { options: '{"path":"x"' }, 'no'],
    ['options.path = x', { options: '{"Path":"x"}' }, 'maybe'],
    ['options.path = x', { options: `{"path":"x","pad":"${'y'.repeat(200_000)}"}` }, 'maybe'],
    ['a.b.c = x', { a: '{"b":"{\\"c\\":\\"x\\"}"}' }, 'maybe'],
    ['files.path = x', { files: ['{"path":"x"}'] }, 'maybe'],
    // More than is looked at.
    ['a.b = x', { a: Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`k${i}`, 1])) }, 'maybe'],
  ];
  test.each(rows)('%s in %j: %s', (condition, args, fit) => {
    expect(fitOf(condition, args)).toBe(fit);
  });
});

describe('an argument that is not there', () => {
  const schema = {
    type: 'object',
    properties: {
      recursive: { type: 'boolean', default: true },
      limit: { default: null },
      options: { type: 'object', properties: { path: { default: '/etc' } } },
    },
  };
  test.each([
    ['recursive = true', {}, true],
    ['recursive = true', { recursive: null }, true],
    ['recursive = true', { recursive: false }, false],
    ['recursive = false', {}, false],
    ['options.path in /etc', {}, true],
    ['options.path in /etc', { options: {} }, true],
    ['options.path in /etc', { options: { path: '/tmp' } }, false],
    ['limit = 1', {}, false],
    ['toString = x', {}, false],
  ])('%s in %j: a deny rule judges the default of the schema (%s), an allow rule never does', (condition, args, forbidden) => {
    const call = makeCall({ args });
    const withSchema = { ...call, tool: { ...call.tool, inputSchema: schema } };
    const verdictOf = (effect: string) => evaluate(withSchema, [makeRule(`${effect} mcp__fs__read(${condition})`)], makeContext()).verdict;
    expect(verdictOf('deny')).toBe(forbidden ? 'deny' : 'ask');
    if (!Object.hasOwn(args, 'recursive') && !Object.hasOwn(args, 'options')) expect(verdictOf('allow')).toBe('ask');
  });
});
