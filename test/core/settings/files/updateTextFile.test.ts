import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withFileLock } from '../../../../main/core/settings/files/fileLock.ts';
import { readTextFile } from '../../../../main/core/settings/files/textFile.ts';
import { updateTextFile } from '../../../../main/core/settings/files/updateTextFile.ts';
import { writeFileAtomic } from '../../../../main/core/settings/files/writeFileAtomic.ts';
import { createRandom } from './random.ts';

let folder: string;
let file: string;
let lockFolder: string;
beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-files-')));
  file = path.join(folder, 'a.json');
  lockFolder = path.join(folder, 'locks');
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));
const posix = process.platform !== 'win32';

describe('encodings', () => {
  test.each([
    ['UTF-8', Buffer.from('{"a":"é"}\r\n')],
    ['UTF-8 with a mark', Buffer.from('\uFEFF{"a":"é"}')],
    ['UTF-16 little endian', Buffer.from('\uFEFF{"a":"é"}', 'utf16le')],
    ['UTF-16 big endian', Buffer.from('\uFEFF{"a":"é"}', 'utf16le').swap16()],
  ])('%s comes and goes unchanged', async (_, bytes) => {
    fs.writeFileSync(file, bytes);
    expect(readTextFile(file)).toMatchObject({ lossy: false });
    expect(readTextFile(file)?.text.startsWith('{"a":"é"}')).toBe(true);
    await updateTextFile(file, (text) => text?.replace('é', 'ü') ?? '', { lockFolder });
    await updateTextFile(file, (text) => text?.replace('ü', 'é') ?? '', { lockFolder });
    expect(fs.readFileSync(file)).toEqual(bytes);
  });

  test('bytes that are no text are read with replacements and never written back', async () => {
    const bytes = Buffer.from([0x7b, 0xe9, 0x7d]);
    fs.writeFileSync(file, bytes);
    expect(readTextFile(file)?.lossy).toBe(true);
    await expect(updateTextFile(file, () => 'x', { lockFolder })).rejects.toMatchObject({ info: { code: 'config.conflict' } });
    expect(fs.readFileSync(file)).toEqual(bytes);
  });

  test('what is no file is refused at once: a folder, a pipe, a file nobody may read', async () => {
    expect(() => readTextFile(folder)).toThrow(/folder/);
    expect(readTextFile(path.join(folder, 'none'))).toBeUndefined();
    expect(readTextFile(path.join(file, 'below', 'none'))).toBeUndefined();
    if (!posix) return;
    const { execFileSync } = await import('node:child_process');
    execFileSync('mkfifo', [file]);
    expect(() => readTextFile(file)).toThrow(/regular/);
  });
});

describe('atomic writing', () => {
  test('keeps permissions and links, makes folders, leaves no temporary files', async () => {
    fs.writeFileSync(file, 'old', { mode: 0o640 });
    const link = path.join(folder, 'link.json');
    if (posix) fs.symlinkSync('a.json', link);
    expect(await writeFileAtomic(posix ? link : file, 'new')).toBe(true);
    expect(fs.readFileSync(file, 'utf8')).toBe('new');
    const deep = path.join(folder, 'x', 'y', 'b.json');
    await writeFileAtomic(deep, 'private');
    if (posix) {
      expect(fs.lstatSync(link).isSymbolicLink()).toBe(true);
      expect(fs.statSync(file).mode & 0o777).toBe(0o640);
      expect(fs.statSync(deep).mode & 0o777).toBe(0o600);
      expect(fs.statSync(path.dirname(deep)).mode & 0o777).toBe(0o700);
    }
    expect(fs.readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.tmp'))).toEqual([]);
  });

  test('an objection and a file that is already there leave everything as it was', async () => {
    fs.writeFileSync(file, 'old');
    expect(await writeFileAtomic(file, 'new', { mayReplace: () => false })).toBe(false);
    expect(await writeFileAtomic(file, 'new', { onlyIfNew: true })).toBe(false);
    expect(fs.readFileSync(file, 'utf8')).toBe('old');
    expect(fs.readdirSync(folder)).toEqual(['a.json']);
  });

  test('a failed write leaves no temporary file', async () => {
    fs.mkdirSync(file);
    await expect(writeFileAtomic(file, 'new')).rejects.toThrow();
    expect(fs.readdirSync(folder)).toEqual(['a.json']);
  });
});

describe('updates', () => {
  test('an unchanged text writes nothing', async () => {
    fs.writeFileSync(file, 'same');
    const before = fs.statSync(file).ino;
    expect(await updateTextFile(file, (text) => text ?? '', { lockFolder })).toBe(false);
    expect(fs.statSync(file).ino).toBe(before);
  });

  test('an edit that comes between is not lost: ours is made again on top', async () => {
    fs.writeFileSync(file, 'a');
    let runs = 0;
    await updateTextFile(
      file,
      (text) => {
        runs += 1;
        if (runs === 1) {
          fs.writeFileSync(`${file}.editor`, `${text}b`);
          fs.renameSync(`${file}.editor`, file);
        }
        return `${text}c`;
      },
      { lockFolder },
    );
    expect([runs, fs.readFileSync(file, 'utf8')]).toEqual([2, 'abc']);
  });

  test('the same for a file that did not exist', async () => {
    let runs = 0;
    await updateTextFile(
      file,
      (text) => {
        runs += 1;
        if (runs === 1) fs.writeFileSync(file, 'b');
        return `${text ?? ''}c`;
      },
      { lockFolder },
    );
    expect([runs, fs.readFileSync(file, 'utf8')]).toEqual([2, 'bc']);
  });

  test('a file that never holds still is given up with a reason, and the other one wins', async () => {
    let n = 0;
    fs.writeFileSync(file, 'x');
    const endless = updateTextFile(
      file,
      (text) => {
        n += 1;
        fs.writeFileSync(file, `editor ${n}`);
        return `${text} app`;
      },
      { lockFolder },
    );
    await expect(endless).rejects.toMatchObject({ info: { code: 'config.conflict' } });
    expect(fs.readFileSync(file, 'utf8')).toBe(`editor ${n}`);
  });

  test('random interleavings of the app and an editor that saves by rename lose nothing', async () => {
    for (let seed = 0; seed < 60; seed += 1) {
      const random = createRandom(seed);
      const target = path.join(folder, `r${seed}.txt`);
      fs.writeFileSync(target, '');
      const pause = (): Promise<void> => new Promise((resolve) => (random.chance(0.5) ? setImmediate(resolve) : process.nextTick(resolve)));
      const app = Array.from({ length: 4 }, async (_, i) => {
        for (let k = random.below(4); k > 0; k -= 1) await pause();
        await updateTextFile(target, (text) => `${text}app${i};`, { lockFolder });
      });
      const editor = async (): Promise<void> => {
        for (let i = 0; i < 4; i += 1) {
          for (;;) {
            const seen = fs.readFileSync(target, 'utf8');
            for (let k = random.below(6); k > 0; k -= 1) await pause();
            fs.writeFileSync(`${target}.ed`, `${seen}ed${i};`);
            // Editors look whether the file changed under them before they save.
            if (fs.readFileSync(target, 'utf8') !== seen) continue;
            fs.renameSync(`${target}.ed`, target);
            break;
          }
        }
      };
      await Promise.all([...app, editor()]);
      const words = fs.readFileSync(target, 'utf8').split(';').filter(Boolean).sort();
      expect(words, `seed ${seed}`).toEqual(['app0', 'app1', 'app2', 'app3', 'ed0', 'ed1', 'ed2', 'ed3']);
    }
  });

  test('many processes at once lose nothing', { timeout: 90_000 }, async () => {
    const children = Array.from({ length: 6 }, (_, i) =>
      fork(path.join(import.meta.dirname, 'appendInProcess.ts'), [file, lockFolder, `p${i}`, '10'], { stdio: 'inherit', execArgv: [] }),
    );
    const codes = await Promise.all(children.map(async (child) => ((await once(child, 'exit')) as [number])[0]));
    expect(codes).toEqual([0, 0, 0, 0, 0, 0]);
    const words = fs.readFileSync(file, 'utf8').split(';').filter(Boolean);
    expect(new Set(words).size).toBe(60);
    expect(words).toHaveLength(60);
    expect(fs.readdirSync(lockFolder)).toEqual([]);
  });
});

describe('the lock', () => {
  test('one at a time, in order, also after a failure', async () => {
    const lock = path.join(lockFolder, 'x.lock');
    const events: string[] = [];
    const job = (name: string, fails = false) =>
      withFileLock(lock, async () => {
        events.push(`${name} in`);
        await new Promise((resolve) => setImmediate(resolve));
        events.push(`${name} out`);
        if (fails) throw new Error(name);
      });
    const results = await Promise.allSettled([job('a'), job('b', true), job('c')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(events).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });

  test('a lock of a process that is gone is taken over, a living one is waited for and then named', async () => {
    const lock = path.join(lockFolder, 'x.lock');
    fs.mkdirSync(lockFolder);
    fs.writeFileSync(lock, JSON.stringify({ pid: 2 ** 30, token: 'gone' }));
    expect(await withFileLock(lock, async () => 'done')).toBe('done');
    fs.writeFileSync(lock, JSON.stringify({ pid: process.pid, token: 'alive' }));
    await expect(withFileLock(lock, async () => 'done', { waitMs: 30 })).rejects.toMatchObject({ info: { code: 'config.conflict' } });
    expect(fs.existsSync(lock)).toBe(true);
    fs.utimesSync(lock, 0, 0);
    expect(await withFileLock(lock, async () => 'done', { waitMs: 1000 })).toBe('done');
    expect(fs.readdirSync(lockFolder)).toEqual([]);
  });
});
