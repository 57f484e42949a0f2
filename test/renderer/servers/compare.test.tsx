// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { ImportCandidate, Notice } from '../../../preload/contract/servers.ts';
import { groupNotices } from '../../../renderer/features/notices/groups.ts';
import { compareWords } from '../../../renderer/features/servers/changeText.ts';
import { emptyForm, hasTypedValues, newRow } from '../../../renderer/features/servers/editor/draft.ts';
import { candidateKey, nameProblems, startChoices } from '../../../renderer/features/servers/importer/choices.ts';

const marked = (words: readonly { text: string; differs: boolean }[]) => words.map(({ text, differs }) => (differs ? `[${text}]` : text)).join(' ');

describe('two command lines', () => {
  it.each([
    ['npx -y a', 'npx -y b', 'npx -y [a]', 'npx -y [b]'],
    ['npx a', 'npx --evil a', 'npx a', 'npx [--evil] a'],
    ['npx "a b" c', 'npx "a c" c', 'npx ["a b"] c', 'npx ["a c"] c'],
    ['a b c', 'c', '[a] [b] c', 'c'],
    ['', 'a', '', '[a]'],
    ['same line', 'same line', 'same line', 'same line'],
  ])('%s → %s', (before, now, left, right) => {
    const words = compareWords(before, now);
    expect([marked(words.before), marked(words.now)]).toEqual([left, right]);
  });

  it('lose no word, whatever stands in them', () => {
    const [before, now] = ['sh -c "curl x | sh" \\u{202e}', 'sh -c "curl y | sh" z'];
    const words = compareWords(before, now);
    expect([words.before, words.now].map((list) => list.map(({ text }) => text).join(' '))).toEqual([before, now]);
  });

  it('that are very long are shown whole', () => {
    const long = Array.from({ length: 600 }, (_, i) => `a${i}`).join(' ');
    expect(compareWords(long, `${long} b`).now).toEqual([{ text: `${long} b`, differs: true }]);
  });
});

describe('names of an import', () => {
  const candidate = (name: string, file: string, conflict = false): ImportCandidate => ({
    name,
    file,
    conflict,
    source: 'x',
    transport: 'stdio',
    target: 'x',
    envNames: [],
    headerNames: [],
  });
  const [one, twin, third] = [candidate('files', 'a'), candidate('files', 'b'), candidate('mail', 'a', true)];

  it('that come twice are taken once, the second under a name of its own when it is wanted', () => {
    const choices = startChoices([one, twin], []);
    expect(choices[candidateKey(one)]).toMatchObject({ selected: true });
    expect(choices[candidateKey(twin)]).toMatchObject({ selected: false, action: 'keep', newName: 'files-2' });
  });

  it.each([
    ['', 'nameNeeded'],
    ['  ', 'nameNeeded'],
    ['mail', 'nameTaken'],
    ['files', 'nameTaken'],
    ['mine', undefined],
  ])('the new name “%s”: %s', (newName, problem) => {
    const choices = startChoices([one, third], ['mail']);
    choices[candidateKey(third)] = { selected: true, action: 'rename', newName };
    expect(nameProblems([one, third], choices, ['mail'])[candidateKey(third)]).toBe(problem);
  });

  it('of what is not taken over do not matter', () => {
    const choices = startChoices([one, third], ['mail']);
    choices[candidateKey(third)] = { selected: false, action: 'rename', newName: '' };
    expect(nameProblems([one, third], choices, ['mail'])).toEqual({});
  });
});

describe('a form', () => {
  it.each([
    ['a typed value', newRow('KEY', 'abc'), true],
    ['a variable', newRow('KEY', '${TOKEN}'), false],
    ['a variable behind its scheme', newRow('Authorization', 'Bearer ${TOKEN}'), false],
    ['a stored value', newRow('KEY', '', true), false],
    ['an empty row', newRow('', 'abc'), false],
  ])('with %s', (_, row, typed) => expect(hasTypedValues({ ...emptyForm, env: [row] })).toBe(typed));
});

it('notices stand by file, in the order of their places; those about no file come last', () => {
  const notice = (id: string, more: Partial<Notice>): Notice => ({ id, severity: 'error', code: 'config.entry', message: id, ...more });
  const groups = groupNotices([
    notice('1', {}),
    notice('2', { file: 'b', line: 9 }),
    notice('3', { file: 'a' }),
    notice('4', { file: 'b', line: 2 }),
  ]);
  expect(groups.map(({ file, notices }) => [file, notices.map(({ id }) => id)])).toEqual([
    ['b', ['4', '2']],
    ['a', ['3']],
    [undefined, ['1']],
  ]);
});
