import { expect, test } from 'vitest';
import { secretMask } from '../../../main/core/servers/secretMask.ts';
import { ServerLog } from '../../../main/core/servers/serverLog.ts';
import { stdioConfig } from '../../fakes/serverConfigs.ts';

test('the log is a ring of short, masked lines', () => {
  const log = new ServerLog(secretMask(stdioConfig('a', { env: { API_TOKEN: 'hunter2-hunter2' } })));
  for (let i = 0; i < 5_000; i++) log.add({ at: i, source: 'server', text: `line ${i} hunter2-hunter2 ${'x'.repeat(9_000)}` });
  expect(log.lines).toHaveLength(1_000);
  expect(log.lines.at(-1)?.text).toMatch(/^line 4999 \*\*\* x+…$/);
  expect(log.lines.at(-1)?.text.length).toBeLessThanOrEqual(4_001);
});
