import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { addEntry, entryValue, hasEntry, patchEntry, removeEntry, renameEntry, setEntryEnabled } from '../../../main/core/config/configWriter.ts';
import { findContainers } from '../../../main/core/config/dialects/index.ts';
import { isTree } from '../../../main/core/config/entryTemplate.ts';
import { parseEntry } from '../../../main/core/config/parseEntry.ts';
import { readConfigFile } from '../../../main/core/config/readConfigFile.ts';
import { type Node, nodeAt, parseJsonc, properties } from '../../../main/core/settings/files/jsonc.ts';
import { decodeText, encodeText } from '../../../main/core/settings/files/textFile.ts';
import { createRandom } from '../settings/files/random.ts';
import { CASES } from './testService.ts';

const context = { platform: 'linux' as const, isFile: () => false, pathFolders: [] };
const names = (text: string): string[] => readConfigFile(text, 'f', 'user').entries.map(({ name }) => name);
const isOff = (text: string, name: string): boolean => {
  const outcome = parseEntry(entryValue(text, name), context);
  return 'template' in outcome ? outcome.template.disabled : outcome.disabled;
};

/** Every configuration of the fault cases, and hand-made ones with everything editors leave behind. */
const FILES: [string, Buffer][] = [
  ...fs
    .readdirSync(CASES, { recursive: true })
    .map(String)
    .filter((name) => /^c\d.*(mcp|settings)\.json$/.test(name))
    .map((name): [string, Buffer] => [name, fs.readFileSync(path.join(CASES, name))]),
  [
    'BOM and CR LF',
    Buffer.from(
      '\uFEFF{\r\n\t// top\r\n\t"mcpServers": {\r\n\t\t"a": { "command": "x", "args": [ "1" , "2" ] }, // one\r\n\t\t/* two */ "b": { "url": "https://b.test/" },\r\n\t},\r\n}\r\n',
    ),
  ],
  ['UTF-16', Buffer.from('\uFEFF{ "mcpServers": { "a": { "command": "x" } } }', 'utf16le')],
  ['minified', Buffer.from('{"x":[1,{"y":2}],"mcpServers":{"a":{"command":"x"},"b":{"url":"https://b.test/","unknown":{"z":[1,2]}}}}')],
  ['bare map', Buffer.from('{\n    "a": {"command": "x"},\n\n\n    "b": {"command": "y"}  }')],
  ['opencode', Buffer.from('{ "$schema": "s", "mcp": { "a": { "type": "local", "command": ["x", "y"], "enabled": true } } }')],
  [
    'Zed',
    Buffer.from(
      '// Zed\n{\n  "context_servers": {\n    "a": { "source": "custom", "command": { "path": "x", "args": [], "env": {} } }\n  },\n  "theme": "One"\n}',
    ),
  ],
  [
    'odd names',
    Buffer.from(
      '{"mcpServers": {"__proto__": {"command": "x"}, "a/b c.d": {"command": "y"}, "ключ": {"command": "z"}, "q\\"uote": {"command": "w"}}}',
    ),
  ],
];

/** The text without the edited entry and without the blanks and commas between entries. */
function outsideOf(text: string, name: string, like = text): { head: string; others: string[]; tail: string; comments: string } {
  const root = parseJsonc(text).root as Node;
  // The last entry of a table may be what made it one, so its place is looked up in the text before the edit.
  const container = findContainers(parseJsonc(like).root as Node).at(-1);
  const table = container && nodeAt(root, container.path);
  if (!container || !table) throw new Error('no table');
  const open = table.offset + 1;
  const close = table.offset + table.length - 1;
  const mine = properties(table).filter(({ key }) => key === name);
  let between = text.slice(open, close);
  for (const { node } of [...mine].reverse()) between = between.slice(0, node.offset - open) + between.slice(node.offset + node.length - open);
  return {
    head: text.slice(0, open),
    others: properties(table)
      .filter(({ key }) => key !== name)
      .map(({ node }) => text.slice(node.offset, node.offset + node.length)),
    tail: text.slice(close),
    comments: between.replace(/[\s,]/g, ''),
  };
}

describe.each(FILES)('%s', (_, bytes) => {
  const file = decodeText(bytes);
  const { text } = file;

  test('every edit of every entry leaves everything outside it byte for byte', () => {
    for (const name of names(text)) {
      const value = entryValue(text, name);
      const edits: [string, string][] = [['remove', removeEntry(text, name)]];
      if (isTree(value)) {
        edits.push(['off', setEntryEnabled(text, name, false)], ['on', setEntryEnabled(text, name, true)]);
        edits.push(['patch', patchEntry(text, name, [{ path: ['env', 'NEW'], value: '1' }, { path: ['timeoutMs'], value: 5 }, { path: ['args'] }])]);
      }
      for (const [what, edited] of edits) {
        expect(outsideOf(edited, name, text), `${what} ${name}`).toEqual(outsideOf(text, name));
        expect(encodeText(edited, file).length).toBeGreaterThan(0);
      }
      expect(names(removeEntry(text, name))).toEqual(names(text).filter((other) => other !== name));
      if (!isTree(value)) continue;
      expect(isOff(setEntryEnabled(text, name, false), name)).toBe(true);
      expect(isOff(setEntryEnabled(text, name, true), name)).toBe(false);
      const back = setEntryEnabled(setEntryEnabled(text, name, false), name, true);
      expect(isOff(back, name)).toBe(false);
    }
  });

  test('an added entry stands behind the others; taking it out again gives the old bytes', () => {
    const added = addEntry(text, 'neu', { command: 'node', args: ['x'] });
    expect(names(added)).toEqual([...names(text), 'neu']);
    expect(outsideOf(added, 'neu', text)).toEqual(outsideOf(text, 'neu'));
    const undone = removeEntry(added, 'neu');
    // Only a closing brace that shared the line of the last entry moves to a line of its own.
    if (/\S[ \t]*\}\s*$/.test(text) && text.includes('\n')) expect(undone.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    else expect(undone).toBe(text);
    expect(() => addEntry(added, 'neu', {})).toThrow(/already/);
  });

  test('a new name keeps place and value', () => {
    for (const name of names(text)) {
      const renamed = renameEntry(text, name, 'umbenannt');
      expect(names(renamed)).toEqual(names(text).map((other) => (other === name ? 'umbenannt' : other)));
      expect(entryValue(renamed, 'umbenannt')).toEqual(entryValue(text, name));
      expect(renameEntry(renamed, 'umbenannt', name)).toBe(text);
    }
  });

  test('long sequences of random edits keep a readable file that says what was meant', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const random = createRandom(seed);
      let current = text;
      const model = new Map(names(text).map((name) => [name, entryValue(text, name)]));
      for (let step = 0; step < 15; step += 1) {
        const name = random.pick([...model.keys(), 'n1', 'n2', 'n3']);
        const known = model.has(name);
        if (!known) {
          current = addEntry(current, name, { command: name });
          model.set(name, { command: name });
        } else if (random.chance(0.4)) {
          current = removeEntry(current, name);
          model.delete(name);
        } else if (isTree(model.get(name))) {
          current = patchEntry(current, name, [{ path: ['env', 'K'], value: String(step) }]);
          const value = model.get(name) as Record<string, unknown>;
          model.set(name, { ...value, env: { ...(isTree(value.env) ? value.env : {}), K: String(step) } });
        }
        if (model.size === 0) break;
        expect(parseJsonc(current).problems).toEqual([]);
        for (const [key, value] of model) expect(entryValue(current, key), `seed ${seed} ${key}`).toEqual(value);
        expect(names(current).sort()).toEqual([...model.keys()].sort());
      }
    }
  });
});

describe('what has to be decided', () => {
  test('no file, an empty one and one of another kind get a table of their own', () => {
    const made = '{\n  "mcpServers": {\n    "a": {\n      "command": "x"\n    }\n  }\n}';
    expect(addEntry(undefined, 'a', { command: 'x' })).toBe(`${made}\n`);
    expect(addEntry(' \n', 'a', { command: 'x' })).toBe(`${made}\n`);
    expect(addEntry('{}', 'a', { command: 'x' })).toBe(made);
    expect(names(addEntry('{ "editor": 1 }', 'a', { command: 'x' }))).toEqual(['a']);
  });

  test('the table a file has is used', () => {
    expect(addEntry('{"servers":{}}', 'a', { command: 'x' })).toMatch(/"servers":\{\s*"a"/);
    expect(addEntry('{"mcp":{"servers":{}}}', 'a', { command: 'x' })).toMatch(/"servers":\{\s*"a"/);
  });

  test('an entry written twice, also in two tables, goes as a whole', () => {
    const text = '{"servers": {"a": {"command": "1"}}, "mcpServers": {"a": {"command": "2"}, "b": {"command": "3"}, "a": {"command": "4"}}}';
    expect(entryValue(text, 'a')).toEqual({ command: '4' });
    expect(names(removeEntry(text, 'a'))).toEqual(['b']);
    expect(entryValue(patchEntry(text, 'a', [{ path: ['command'], value: '5' }]), 'a')).toEqual({ command: '5' });
  });

  test('lists and single entries', () => {
    const list = '[{"name": "a", "command": "x"}, {"name": "b", "command": "y"}]';
    expect(removeEntry(list, 'a')).toBe('[{"name": "b", "command": "y"}]');
    expect(renameEntry(list, 'b', 'c')).toBe('[{"name": "a", "command": "x"}, {"name": "c", "command": "y"}]');
    expect(() => addEntry(list, 'c', {})).toThrow(/cannot be added/);
    const single = '// one\n{"name": "a", "command": "x"}\n';
    expect(removeEntry(single, 'a')).toBe('// one\n{\n  "mcpServers": {}\n}\n');
    expect(() => addEntry(single, 'c', {})).toThrow(/cannot be added/);
  });

  test.each([
    ['a broken file', '{"mcpServers": {"a": {}', 'config.syntax'],
    ['a missing entry', '{"mcpServers": {}}', 'config.conflict'],
    ['an entry that is no object', '{"mcpServers": {"a": null}}', 'config.entry'],
  ])('%s is refused', (_, text, code) => {
    const codeOf = (run: () => unknown): unknown => {
      try {
        return run();
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(codeOf(() => patchEntry(text, 'a', []))).toBe(code);
    expect(codeOf(() => setEntryEnabled(text, 'a', true))).toBe(code);
  });

  test('the flag an app uses is the one that is flipped', () => {
    const entry = (text: string): unknown => entryValue(text, 'a');
    const file = (flags: object): string => JSON.stringify({ mcpServers: { a: { command: 'x', ...flags } } });
    expect(entry(setEntryEnabled(file({}), 'a', false))).toEqual({ command: 'x', disabled: true });
    expect(entry(setEntryEnabled(file({ isActive: true }), 'a', false))).toEqual({ command: 'x', isActive: false });
    expect(entry(setEntryEnabled(file({ enabled: false, disabled: true }), 'a', true))).toEqual({ command: 'x', enabled: true, disabled: false });
    expect(setEntryEnabled(file({ enabled: true }), 'a', true)).toBe(file({ enabled: true }));
    expect(hasEntry(file({}), 'toString')).toBe(false);
  });
});
