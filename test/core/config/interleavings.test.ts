import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEntry, patchEntry } from '../../../main/core/config/configWriter.ts';
import { parseJsonc, plainValue } from '../../../main/core/settings/files/jsonc.ts';
import { updateTextFile } from '../../../main/core/settings/files/updateTextFile.ts';
import { createRandom } from '../settings/files/random.ts';

/** Orders of steps that are tried, each by its seed (CFG-6). */
const INTERLEAVINGS = 1000;

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-interleavings-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/**
 * The app adds two servers and changes one, an editor with the file open adds two others and changes another field of the same one, each at
 * moments of its own. The editor saves by writing a new file and renaming it over the old one, and looks before whether the file is still what
 * it opened, as editors do.
 */
async function interleave(seed: number): Promise<string> {
  const random = createRandom(seed);
  const file = path.join(folder, `${seed}.json`);
  fs.writeFileSync(file, '{\n  // mine\n  "mcpServers": { "both": { "command": "x" } }\n}\n');
  const pause = async (): Promise<void> => {
    for (let steps = random.below(6); steps > 0; steps -= 1) {
      await new Promise<void>((resolve) => (random.chance(0.5) ? setImmediate(resolve) : process.nextTick(resolve)));
    }
  };
  const app = async (edit: (text: string) => string): Promise<void> => {
    await pause();
    await updateTextFile(file, (text) => edit(text ?? ''), { lockFolder: folder });
  };
  const editor = async (edit: (text: string) => string): Promise<void> => {
    for (;;) {
      const seen = fs.readFileSync(file, 'utf8');
      await pause();
      fs.writeFileSync(`${file}.editor`, edit(seen));
      if (fs.readFileSync(file, 'utf8') !== seen) continue;
      fs.renameSync(`${file}.editor`, file);
      return;
    }
  };
  const inEditor = async (): Promise<void> => {
    await editor((text) => addEntry(text, 'editor1', { command: 'e' }));
    await editor((text) => patchEntry(text, 'both', [{ path: ['timeout'], value: 60 }]));
    await editor((text) => addEntry(text, 'editor2', { command: 'e' }));
  };
  await Promise.all([
    app((text) => addEntry(text, 'app1', { command: 'a' })),
    app((text) => patchEntry(text, 'both', [{ path: ['disabled'], value: true }])),
    app((text) => addEntry(text, 'app2', { command: 'a' })),
    inEditor(),
  ]);
  return fs.readFileSync(file, 'utf8');
}

test(`${INTERLEAVINGS} random interleavings of the app and an editor that saves by rename: no edit of either side is lost`, async () => {
  for (let seed = 0; seed < INTERLEAVINGS; seed += 1) {
    const text = await interleave(seed);
    const { root } = parseJsonc(text);
    const { mcpServers = {} } = (root ? plainValue(root) : {}) as { mcpServers?: Record<string, unknown> };
    expect(Object.keys(mcpServers).sort(), `seed ${seed}`).toEqual(['app1', 'app2', 'both', 'editor1', 'editor2']);
    expect(mcpServers.both, `seed ${seed}`).toEqual({ command: 'x', timeout: 60, disabled: true });
    expect(text, `seed ${seed}`).toContain('// mine');
  }
}, 120_000);
