import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { stdioConfig } from '../../fakes/serverConfigs.ts';
import { callOptions, stage } from './managerKit.ts';

const folders: string[] = [];
const folder = (): string => {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-caches-'));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const made of folders.splice(0)) fs.rmSync(made, { recursive: true, force: true });
});

describe('start on first use', () => {
  const lazy = stdioConfig('lazy', { startOnFirstUse: true });

  test('known tools are there without the server; the first call starts it', async () => {
    const caches = folder();
    const first = stage(undefined, { caches });
    await first.up(lazy);
    expect(first.states()).toEqual({ lazy: 'connected' });
    await first.host.stopAll();

    const second = stage(undefined, { caches });
    await second.up(lazy);
    await second.host.settled();
    expect(second.states()).toEqual({ lazy: 'deferred' });
    expect(second.found).toMatchObject([{ server: 'lazy', items: [{ name: 'echo' }] }]);
    expect(second.host.get('lazy')?.counts.tools).toBe(1);
    expect(second.sessions.handles).toHaveLength(0);
    expect(await second.host.callTool('lazy', 'echo', {}, callOptions())).toMatchObject({ ok: true });
    expect(second.states()).toEqual({ lazy: 'connected' });
    await second.host.stopAll();
  });

  test('without a known list it starts at once', async () => {
    const { up, states } = stage(undefined, { caches: folder() });
    await up(lazy);
    expect(states()).toEqual({ lazy: 'connected' });
  });
});
