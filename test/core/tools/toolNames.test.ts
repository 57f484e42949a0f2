import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { toolName } from '../../../main/core/tools/toolNames.ts';
import { pick, seededRandom } from '../../fakes/seededRandom.ts';

const VALID = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/;
const cases = path.resolve(import.meta.dirname, '../../cases');
const toolsOf = (file: string): { name: string }[] => JSON.parse(fs.readFileSync(path.join(cases, file), 'utf8')).tools;

describe('plain names', () => {
  test.each([
    ['weather', 'get_forecast', 'mcp__weather__get_forecast'],
    ['fake', 'Get', 'mcp__fake__Get'],
    ['fake', '9x', 'mcp__fake__9x'],
    ['a-b', 'c--d', 'mcp__a-b__c--d'],
  ])('%s and %s stay readable: %s', (server, tool, name) => {
    expect(toolName(server, tool)).toBe(name);
  });

  test('64 characters fit, 65 do not', () => {
    const fits = 'a'.repeat(64 - 'mcp__fake__'.length);
    expect(toolName('fake', fits)).toBe(`mcp__fake__${fits}`);
    expect(toolName('fake', `${fits}a`)).not.toContain(`${fits}a`);
    expect(toolName('fake', `${fits}a`)).toHaveLength(64);
  });
});

describe('changed names', () => {
  test.each([
    ['a b', 'x'],
    ['fs', 'a.b'],
    ['fs', 'a__b'],
    ['fs', '_x'],
    ['fs', 'x_'],
    ['__', '__'],
    ['服务器', '工具'],
    ['fs', ''],
    ['fs', 'größe'],
    ['fs', 'x\n'],
  ])('%j and %j get a hash', (server, tool) => {
    expect(toolName(server, tool)).toMatch(/^mcp__[a-zA-Z0-9-]+(_[a-zA-Z0-9-]+)*__[a-zA-Z0-9-]+(_[a-zA-Z0-9-]+)*__[a-z0-9]{10}$/);
  });

  test('these are the names of today: they must be the same after every update', () => {
    expect(toolName('fake', '工具')).toBe('mcp__fake__tool__5hy45xkln6');
    expect(toolName('fake', 'user/profile')).toBe('mcp__fake__user_profile__o094gu4rdk');
  });

  test('both parts stay readable when both are long', () => {
    const name = toolName(`server-${'s'.repeat(80)}`, `tool-${'t'.repeat(80)}`);
    expect(name).toHaveLength(64);
    expect(name).toMatch(/^mcp__server-s+__tool-t+__/);
  });
});

describe('no two pairs meet', () => {
  test.each([
    ['a__b', 'c', 'a', 'b__c'],
    ['a_', 'b', 'a', '_b'],
    ['a', 'b c', 'a', 'b_c'],
    ['a', 'b.c', 'a', 'b/c'],
    ['é', 'x', 'e\u0301', 'x'],
    ['\uD800', 'x', '\uD801', 'x'],
    ['a', '查询', 'a', '查找'],
  ])('%j/%j and %j/%j', (a, b, c, d) => {
    expect(toolName(a, b)).not.toBe(toolName(c, d));
  });

  test('nobody can name a tool so that it takes the name of a changed one', () => {
    const changed = toolName('fs', 'a b');
    const [, server = '', ...rest] = changed.split('__');
    for (let cut = 0; cut < rest.length; cut += 1) {
      expect(toolName([server, ...rest.slice(0, cut)].join('__'), rest.slice(cut).join('__'))).not.toBe(changed);
    }
  });

  test('100,000 random pairs of any Unicode: valid, different, the same each time', () => {
    const unit = seededRandom(1);
    const random = (n: number): number => Math.floor(unit() * n);
    const alphabets = [
      () => '_',
      () => '-',
      () => 'ab'.charAt(random(2)),
      () => String.fromCharCode(97 + random(26)),
      () => String.fromCharCode(0x4e00 + random(200)),
      () => String.fromCodePoint(random(0x10ffff)),
      () => String.fromCharCode(random(0xffff)),
    ];
    const part = (): string => Array.from({ length: random(random(8) === 0 ? 90 : 7) }, () => pick(unit, alphabets)()).join('');
    const names = new Map<string, string>();
    for (let i = 0; i < 100_000; i += 1) {
      const [server, tool] = [part(), part()];
      const pair = JSON.stringify([server, tool]);
      const name = toolName(server, tool);
      if (!VALID.test(name)) expect(name, pair).toMatch(VALID);
      if (names.has(name) && names.get(name) !== pair) expect(names.get(name)).toBe(pair);
      names.set(name, pair);
    }
    expect(names.size).toBeGreaterThan(80_000);
    for (const [name, pair] of [...names].reverse().slice(0, 5000)) {
      const [server, tool] = JSON.parse(pair);
      expect(toolName(server, tool)).toBe(name);
    }
  });
});

describe('the case files', () => {
  test('t07: every odd name becomes a valid one of its own', () => {
    const names = toolsOf('t07-tool-names/scenario.json').map((tool) => toolName('fake', tool.name));
    expect(names.filter((name) => !VALID.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  test('t08: the same tool of two servers has two names', () => {
    const a = toolsOf('t08-same-tool-two-servers/server-a.json').map((tool) => toolName('alpha', tool.name));
    const b = toolsOf('t08-same-tool-two-servers/server-b.json').map((tool) => toolName('beta', tool.name));
    expect(new Set([...a, ...b]).size).toBe(new Set(a).size + new Set(b).size);
  });
});
