import { createScanner } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { HostError } from '../../../../main/core/base/hostError.ts';
import { removeProperty, renameProperty, setProperty } from '../../../../main/core/settings/files/editJsonc.ts';
import { type Node, nodeAt, parseJsonc, plainValue, properties, TOKEN } from '../../../../main/core/settings/files/jsonc.ts';
import { createRandom, type Random } from './random.ts';

describe('set', () => {
  test.each([
    ['an empty text', '', '{\n  "s": {\n    "a": 1\n  }\n}\n'],
    ['an empty object', '{}', '{\n  "s": {\n    "a": 1\n  }\n}'],
    ['a missing path in a file of another kind', '{\n\t"x": 1\n}\n', '{\n\t"x": 1,\n\t"s": {\n\t\t"a": 1\n\t}\n}\n'],
    ['an object with comments only', '{\n  "s": {\n    // none yet\n  }\n}', '{\n  "s": {\n    // none yet\n    "a": 1\n  }\n}'],
    ['a comment behind the last one', '{\n  "s": {\n    "b": 2 // two\n  }\n}', '{\n  "s": {\n    "b": 2, // two\n    "a": 1\n  }\n}'],
    ['a trailing comma', '{\n  "s": {\n    "b": 2, // two\n  },\n}', '{\n  "s": {\n    "b": 2, // two\n    "a": 1,\n  },\n}'],
    ['one line', '{"s":{"b":2}}', '{"s":{"b":2, "a": 1}}'],
    ['one line with a trailing comma', '{ "s": { "b": 2, } }', '{ "s": { "b": 2, "a": 1, } }'],
    ['CR LF', '{\r\n  "s": {\r\n    "b": 2\r\n  }\r\n}\r\n', '{\r\n  "s": {\r\n    "b": 2,\r\n    "a": 1\r\n  }\r\n}\r\n'],
    ['comments and no value', '// mine\n', '// mine\n{\n  "s": {\n    "a": 1\n  }\n}\n'],
    ['a value that is there', '{"s": { "a" :  [1, 2] /* x */ , "b": 2 }}', '{"s": { "a" :  1 /* x */ , "b": 2 }}'],
    ['the last of two writings', '{"s": {"a": 5, "a": 6}}', '{"s": {"a": 5, "a": 1}}'],
    ['the last of two parents', '{"s": {"a": 5}, "s": {"a": 6}}', '{"s": {"a": 5}, "s": {"a": 1}}'],
  ])('%s', (_, before, after) => expect(setProperty(before, ['s'], 'a', 1)).toBe(after));

  test('values are indented like their surroundings', () => {
    expect(setProperty('{\n    "s": {\n        "b": 1\n    }\n}', ['s'], 'a', { c: ['d'] })).toBe(
      '{\n    "s": {\n        "b": 1,\n        "a": {\n            "c": [\n                "d"\n            ]\n        }\n    }\n}',
    );
  });

  test('__proto__ is a name like any other', () => {
    const text = setProperty('{"s": {}}', ['s'], '__proto__', 1);
    expect(JSON.stringify(plainValue(parseJsonc(text).root as Node))).toBe('{"s":{"__proto__":1}}');
  });

  test.each([
    ['a broken text', '{"s": {"a": 1}', 'config.syntax'],
    ['text behind the end', '{} x', 'config.syntax'],
    ['a parent that is no object', '{"s": [1]}', 'config.entry'],
    ['a root that is no object', '[1]', 'config.entry'],
  ])('%s is refused', (_, text, code) => {
    expect(() => setProperty(text, ['s'], 'a', 1)).toThrow(HostError);
    try {
      setProperty(text, ['s'], 'a', 1);
    } catch (error) {
      expect((error as HostError).code).toBe(code);
    }
  });
});

describe('remove', () => {
  test.each([
    ['the only one', '{"a": 1}', '{}'],
    ['the only one, before a trailing comma', '{\n  "a": 1,\n}', '{\n}'],
    ['the first', '{\n  "a": 1,\n  "b": 2\n}', '{\n  "b": 2\n}'],
    ['the last takes the comma in front along', '{\n  "b": 2, // two\n  "a": 1\n}', '{\n  "b": 2 // two\n}'],
    ['the last, before a trailing comma', '{\n  "b": 2,\n  "a": 1,\n}', '{\n  "b": 2,\n}'],
    ['a remark behind it stays', '{\n  "a": 1, // one\n  "b": 2\n}', '{\n  // one\n  "b": 2\n}'],
    ['a remark before the comma stays', '{ "a": 1 /* x */, "b": 2 }', '{ /* x */ "b": 2 }'],
    ['one line, first', '{"a": 1, "b": 2}', '{"b": 2}'],
    ['one line, last', '{ "b": 2, "a": 1 }', '{ "b": 2 }'],
    ['every writing of it', '{"a": 1, "b": 2, "a": 3}', '{"b": 2}'],
    ['nothing', '{"b": 2}', '{"b": 2}'],
  ])('%s', (_, before, after) => expect(removeProperty(before, [], 'a')).toBe(after));
});

test('a new name leaves value, place and comments alone', () => {
  expect(renameProperty('{ /* 1 */ "a" /* 2 */ : { "x": 1 }, "b": 2 }', [], 'a', 'c"d')).toBe('{ /* 1 */ "c\\"d" /* 2 */ : { "x": 1 }, "b": 2 }');
  expect(renameProperty('{"b": 2}', [], 'a', 'c')).toBe('{"b": 2}');
});

describe('random texts and edits', () => {
  const KEYS = ['a', 'b', 'c', 'd"q', 'ключ'];

  function blanks(random: Random, eol: string): string {
    return random.pick([
      '',
      ' ',
      '  ',
      '\t',
      eol,
      `${eol}  `,
      ` /* ${random.below(99)} */ `,
      `// ${random.below(99)}${eol}`,
      `${eol}  // note${eol}\t`,
    ]);
  }
  function objectText(random: Random, depth: number, eol: string): string {
    const gap = (): string => blanks(random, eol);
    const count = random.below(4);
    const items = Array.from(
      { length: count },
      () => `${gap()}${JSON.stringify(random.pick(KEYS))}${gap()}:${gap()}${valueText(random, depth + 1, eol)}${gap()}`,
    );
    const trailing = count > 0 && random.chance(0.3) ? `,${gap()}` : '';
    return `{${items.join(',')}${trailing}${gap()}}`;
  }
  function valueText(random: Random, depth: number, eol: string): string {
    if (depth < 3 && random.chance(0.5)) return objectText(random, depth, eol);
    return random.pick(['1', '"x"', 'null', 'true', '[1, /* i */ 2]', '"// no comment"', '"}"', '"a,b"']);
  }
  const rootNode = (text: string): Node => parseJsonc(text).root ?? expect.fail('no value');
  const objectNode = (text: string, path: string[]): Node => nodeAt(rootNode(text), path) ?? expect.fail('no object');
  const comments = (text: string): string[] => {
    const scanner = createScanner(text, false);
    const found: string[] = [];
    for (let kind: number = scanner.scan(); kind !== TOKEN.end; kind = scanner.scan()) {
      if (kind === TOKEN.lineComment || kind === TOKEN.blockComment)
        found.push(text.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength()));
    }
    return found;
  };
  /** Raw texts of an object's properties, except one key. */
  const others = (text: string, path: string[], key: string): string[] => {
    const object = objectNode(text, path);
    return properties(object)
      .filter((property) => property.key !== key)
      .map(({ node }) => text.slice(node.offset, node.offset + node.length));
  };
  const outside = (text: string, path: string[]): [string, string] => {
    const object = objectNode(text, path);
    return [text.slice(0, object.offset + 1), text.slice(object.offset + object.length - 1)];
  };

  test('say what was meant, and everything else stays byte for byte', () => {
    let edits = 0;
    for (let seed = 0; seed < 1500; seed += 1) {
      const random = createRandom(seed);
      const eol = random.pick(['\n', '\r\n']);
      const text = `${random.pick(['', '// head\n'])}${objectText(random, 0, eol)}${random.pick(['', '\n', '\n// tail'])}`;
      const root = rootNode(text);
      const path = random.chance(0.5)
        ? []
        : properties(root)
            .filter(({ key }) => nodeAt(root, [key])?.type === 'object')
            .map(({ key }) => key)
            .slice(-1);
      const object = objectNode(text, path);
      const key = random.pick(KEYS);
      const model = plainValue(object) as Record<string, unknown>;
      const removing = random.chance(0.5);
      const value = random.pick([7, 'new', { x: { y: [] } }, []]);
      const result = removing ? removeProperty(text, path, key) : setProperty(text, path, key, value);
      if (removing) delete model[key];
      else model[key] = value;
      const after = parseJsonc(result);
      expect(after.problems, `seed ${seed}`).toEqual([]);
      expect(plainValue(objectNode(result, path)), `seed ${seed}`).toEqual(model);
      expect(others(result, path, key), `seed ${seed}`).toEqual(others(text, path, key));
      expect(outside(result, path), `seed ${seed}`).toEqual(outside(text, path));
      const lost = comments(text).filter((comment) => !comments(result).includes(comment));
      const inEdited = properties(object)
        .filter((property) => property.key === key)
        .map(({ node }) => text.slice(node.offset, node.offset + node.length))
        .join('');
      for (const comment of lost) expect(inEdited, `seed ${seed}`).toContain(comment);
      if (result !== text) edits += 1;
    }
    expect(edits).toBeGreaterThan(800);
  });
});
