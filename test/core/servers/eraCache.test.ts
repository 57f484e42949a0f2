import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { EraCache } from '../../../main/core/servers/eraCache.ts';
import { ToolListCache } from '../../../main/core/servers/toolListCache.ts';
import { ManualClock } from '../../fakes/manualClock.ts';
import { remoteConfig, stdioConfig } from '../../fakes/serverConfigs.ts';

const folders: string[] = [];
const folder = (): string => {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-caches-'));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const made of folders.splice(0)) fs.rmSync(made, { recursive: true, force: true });
});

describe('what earlier runs taught', () => {
  test('survives on disk without any secret, and fades', async () => {
    const caches = folder();
    const clock = new ManualClock();
    const config = stdioConfig('a', { env: { API_KEY: 'very-secret' } });
    const first = new EraCache(caches, clock);
    first.remember(config, { era: 'modern' });
    first.remember(config, { failed: true });
    await first.flush();
    expect(fs.readFileSync(path.join(caches, 'eras.json'), 'utf8')).not.toContain('very-secret');
    const second = new EraCache(caches, clock);
    expect([second.era(config), second.failedLastTime(config)]).toEqual(['modern', true]);
    expect(second.era({ ...config, args: ['other'] })).toBeUndefined();
    clock.jump(8 * 24 * 3_600_000);
    expect(second.era(config)).toBeUndefined();
  });

  test('an old HTTP+SSE server is remembered until its entry changes or it is found to be another', async () => {
    const caches = folder();
    const clock = new ManualClock();
    const config = remoteConfig('a', { url: 'http://a.test/sse' });
    const first = new EraCache(caches, clock);
    first.remember(config, { sse: true });
    first.remember(config, { era: 'legacy', failed: false });
    await first.flush();
    const second = new EraCache(caches, clock);
    expect([second.speaksOldSse(config), second.speaksOldSse({ ...config, url: 'http://a.test/mcp' })]).toEqual([true, false]);
    second.remember(config, { sse: false });
    expect([second.speaksOldSse(config), second.era(config)]).toEqual([false, 'legacy']);
  });

  test.each(['', '{', '[]', '{"entries":{"x":{"at":"now"}}}', '{"entries":7}'])('a broken file (%s) is an empty one', (text) => {
    const caches = folder();
    fs.writeFileSync(path.join(caches, 'eras.json'), text);
    expect(new EraCache(caches, new ManualClock()).era(stdioConfig('a'))).toBeUndefined();
  });

  test('a folder that cannot be written is no reason to fail', async () => {
    const file = path.join(folder(), 'file');
    fs.writeFileSync(file, '');
    const cache = new EraCache(file, new ManualClock());
    cache.remember(stdioConfig('a'), { era: 'legacy' });
    await cache.flush();
    expect(cache.era(stdioConfig('a'))).toBe('legacy');
    const lists = new ToolListCache(file);
    lists.write(stdioConfig('a'), []);
    await lists.flush();
    expect(lists.read(stdioConfig('a'))).toBeUndefined();
  });
});
