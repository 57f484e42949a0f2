import { expect, test } from 'vitest';
import { StagePrinter } from '../../main/cli/stagePrinter.ts';
import type { StageRecord } from '../../preload/contract/pipeline.ts';

const record = (stage: StageRecord['stage'], state: StageRecord['state'], detail: string, more: Partial<StageRecord> = {}): StageRecord => ({
  stage,
  state,
  detail,
  ...more,
});

const config = record('config', 'ok', 'Adopted');
const later = (why: string): StageRecord[] => (['tools', 'model', 'call', 'result'] as const).map((stage) => record(stage, 'skipped', why));

test('stages are printed when they are over, each once, and what runs says what it is at', () => {
  const lines: string[] = [];
  const printer = new StagePrinter((line) => lines.push(line), ['a', 'long']);
  printer.tell('a', [config, record('connect', 'waiting', 'Waiting for its turn'), ...later('Not connected yet.')]);
  printer.tell('a', [config, record('connect', 'running', 'Connecting'), ...later('Not connected yet.')]);
  printer.tell('a', [config, record('connect', 'running', 'Still downloading'), ...later('Not connected yet.')]);
  printer.tell('long', [config]);
  const done = [config, record('connect', 'ok', 'fake', { ms: 12.4 }), record('tools', 'ok', '3 tools')];
  printer.tell('a', done);
  printer.finish('a', [...done, record('call', 'waiting', 'No call yet')]);
  expect(lines).toEqual([
    'a     ✓ config  Adopted',
    'a     … connect Connecting',
    'a     … connect Still downloading',
    'long  ✓ config  Adopted',
    'a     ✓ connect fake (12 ms)',
    'a     ✓ tools   3 tools',
    'a     · call    No call yet',
  ]);
});

test('a failure has its way out under it, and what was not reached is one line', () => {
  const lines: string[] = [];
  const printer = new StagePrinter((line) => lines.push(line), ['a']);
  const stages = [config, record('connect', 'failed', 'Not found.', { fix: 'Install it.' }), ...later('Not connected.')];
  printer.tell('a', stages);
  printer.finish('a', stages);
  expect(lines).toEqual(['a  ✓ config  Adopted', 'a  ✗ connect Not found.', '              → Install it.', 'a  · tools to result: Not connected.']);
});
