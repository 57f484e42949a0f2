import { beforeEach, describe, expect, test } from 'vitest';
import { type PendingSync, SyncGate } from '../../../main/core/tools/syncGate.ts';
import { ServerToolTable } from '../../../main/core/tools/toolTable.ts';

const tool = (name: string, description = `Does ${name}.`) => ({ name, description, inputSchema: { type: 'object' } });
let table: ServerToolTable;
let gate: SyncGate;
let pending: PendingSync[];
let generation: number;

const apply = (server: string, ...items: object[]): void => {
  generation += 1;
  table.apply({ server, generation, items, notices: [] });
};
const names = (snapshot: { tools: readonly { original: string }[] }): string[] => snapshot.tools.map(({ original }) => original);

beforeEach(() => {
  table = new ServerToolTable({ trusts: () => false });
  gate = new SyncGate(table);
  pending = [];
  generation = 0;
  gate.onPending((change) => pending.push(change));
  apply('a', tool('x'));
});

describe('a run holds its snapshot (TOL-7)', () => {
  test('discoveries during a run wait and enter the next one', () => {
    const run = gate.begin('c1');
    apply('a', tool('x'), tool('y'));
    expect(names(run)).toEqual(['x']);
    expect(names(gate.snapshotOf('c1'))).toEqual(['x']);
    expect(names(gate.snapshotOf('c2'))).toEqual(['x', 'y']);
    expect(gate.isPending('c1')).toBe(true);
    gate.end('c1');
    expect(gate.isPending('c1')).toBe(false);
    expect(names(gate.begin('c1'))).toEqual(['x', 'y']);
    expect(pending).toEqual([
      { conversationId: 'c1', pending: true },
      { conversationId: 'c1', pending: false },
    ]);
  });

  test('each conversation waits for itself', () => {
    gate.begin('c1');
    apply('a', tool('x'), tool('y'));
    gate.begin('c2');
    expect(gate.isPending('c2')).toBe(false);
    apply('b', tool('z'));
    expect(pending.map(({ conversationId }) => conversationId)).toEqual(['c1', 'c2']);
  });

  test('many changes are told once, and a change that is taken back leaves nothing to wait for', () => {
    gate.begin('c1');
    for (let i = 0; i < 200; i += 1) apply('b', tool('z', `Text ${i}`));
    expect(pending).toHaveLength(1);
    table.dropServer('b');
    expect(gate.isPending('c1')).toBe(false);
    gate.end('c1');
    expect(pending).toHaveLength(2);
  });

  test('overlapping runs of one conversation share the hold', () => {
    gate.begin('c1');
    apply('a', tool('y'));
    gate.begin('c1');
    gate.end('c1');
    expect(names(gate.snapshotOf('c1'))).toEqual(['x']);
    gate.end('c1');
    gate.end('c1');
    expect(names(gate.snapshotOf('c1'))).toEqual(['y']);
  });

  test('tools that the conversation has switched off are not in its run, and their changes are not waited for', () => {
    apply('a', tool('x'), tool('y'));
    expect(names(gate.begin('c1', new Set(['mcp__a__y'])))).toEqual(['x']);
    apply('a', tool('x'), tool('y', 'changed'));
    expect(gate.isPending('c1')).toBe(false);
  });
});

describe('what concerns safety is visible at once', () => {
  const held = () => {
    const [only] = gate.begin('c1').tools;
    if (!only) throw new Error('no tool');
    return only;
  };

  test('the same definition, also after a new list', () => {
    const tool1 = held();
    apply('a', { inputSchema: { type: 'object' }, name: 'x', description: 'Does x.', icons: [] });
    expect(gate.currentOf(tool1)).toMatchObject({ kind: 'same' });
  });

  test('a changed definition', () => {
    const tool1 = held();
    apply('a', tool('x', 'Does something else.'));
    expect(gate.currentOf(tool1)).toMatchObject({ kind: 'changed', tool: { description: 'Does something else.' } });
  });

  test('a tool the server no longer has, a server that was switched off, a tool that was switched off', () => {
    const tool1 = held();
    table.setDisabled([tool1.name]);
    expect(gate.currentOf(tool1).kind).toBe('disabled');
    apply('a', tool('other'));
    expect(gate.currentOf(tool1).kind).toBe('gone');
    table.dropServer('a');
    expect(gate.currentOf(tool1).kind).toBe('server-gone');
  });
});

test('after dispose nothing is heard any more', () => {
  gate.begin('c1');
  gate.dispose();
  apply('a', tool('y'));
  expect(pending).toEqual([]);
});
