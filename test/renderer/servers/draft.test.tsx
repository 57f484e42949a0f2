import { describe, expect, it } from 'vitest';
import type { ImportCandidate, ServerDraft } from '../../../preload/contract/servers.ts';
import { checkForm, emptyForm, fromDraft, newRow, toDraft } from '../../../renderer/features/servers/editor/draft.ts';
import { candidateKey, countImported, freeName, startChoices, toApplied } from '../../../renderer/features/servers/importer/choices.ts';

describe('draft', () => {
  const local: ServerDraft = {
    name: 'files',
    level: 'user',
    transport: 'stdio',
    command: 'npx',
    args: ['-y', 'server "with quotes"', '/a b'],
    env: { TOKEN: { keep: true }, MODE: 'fast' },
    timeoutMs: 90_000,
    era: 'legacy',
    disabled: true,
  };
  const remote: ServerDraft = {
    name: 'hub',
    level: 'local',
    transport: 'http',
    url: 'https://example.org/mcp',
    headers: { Authorization: { keep: true } },
  };

  it.each([local, remote])('survives the form and back: $name', (draft) => expect(toDraft(fromDraft(draft))).toEqual(draft));

  it('keeps a stored secret unless it was replaced', () => {
    const form = fromDraft(local);
    expect(toDraft(form).env?.TOKEN).toEqual({ keep: true });
    const env = form.env.map((row) => (row.name === 'TOKEN' ? { ...row, kept: false, value: 'new' } : row));
    expect(toDraft({ ...form, env }).env?.TOKEN).toBe('new');
  });

  it('leaves out the other transport, empty rows and empty fields', () => {
    const form = { ...fromDraft(local), transport: 'http' as const, url: ' https://example.org ', headers: [newRow(' ', 'x'), newRow('A', '1')] };
    expect(toDraft(form)).toEqual({
      name: 'files',
      level: 'user',
      transport: 'http',
      url: 'https://example.org',
      headers: { A: '1' },
      timeoutMs: 90_000,
      era: 'legacy',
      disabled: true,
    });
  });

  it.each([
    [{}, { name: 'needName', command: 'needCommand' }],
    [{ name: 'a', command: 'npx' }, {}],
    [{ name: 'taken', command: 'npx' }, { name: 'nameTaken' }],
    [{ name: 'a', transport: 'http' as const, url: 'example.org' }, { url: 'needUrl' }],
    [{ name: 'a', transport: 'ws' as const, url: 'wss://example.org' }, {}],
    [{ name: 'a', transport: 'http' as const, url: '${HOST}/mcp' }, {}],
  ])('checks %j', (change, problems) => expect(checkForm({ ...emptyForm, ...change }, ['taken'])).toEqual(problems));
});

describe('import choices', () => {
  const candidate = (name: string, conflict: boolean): ImportCandidate => ({
    name,
    conflict,
    source: 'Cursor',
    file: '/c.json',
    transport: 'stdio',
    target: 'x',
    envNames: [],
    headerNames: [],
  });
  const all = [candidate('new', false), candidate('files', true)];

  it('takes what is new and keeps what exists, before anyone chose', () => {
    const applied = toApplied(all, startChoices(all, ['files']));
    expect(applied).toEqual([
      { file: '/c.json', name: 'new', action: 'replace' },
      { file: '/c.json', name: 'files', action: 'keep' },
    ]);
    expect(countImported(applied)).toBe(1);
  });

  it('offers a name that is free', () => {
    expect(freeName('files', new Set(['files', 'files-2']))).toBe('files-3');
    const choices = startChoices(all, ['files', 'files-2']);
    const key = candidateKey(all[1] as ImportCandidate);
    const renamed = { ...choices, [key]: { selected: true, action: 'rename' as const, newName: choices[key]?.newName ?? '' } };
    expect(toApplied(all, renamed)[1]).toEqual({ file: '/c.json', name: 'files', action: 'rename', newName: 'files-3' });
  });

  it('keeps a candidate that was unticked', () => {
    const choices = startChoices(all, []);
    const key = candidateKey(all[0] as ImportCandidate);
    expect(toApplied(all, { ...choices, [key]: { selected: false, action: 'replace', newName: '' } })[0]?.action).toBe('keep');
  });
});
