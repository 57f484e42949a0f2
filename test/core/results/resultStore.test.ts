import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEXT } from '../../../main/core/results/fileKinds.ts';
import { resultId } from '../../../main/core/results/resultStore.ts';
import { makeStore, type TestStore } from './fixtures.ts';

let files: TestStore;
beforeEach(() => {
  files = makeStore();
});
afterEach(() => files.remove());

const save = (content: string | Buffer, claimed?: string) => files.store.saveBytes([Buffer.from(content)], claimed);

describe('saving', () => {
  test('the name is the hash of the content, whole or not at all', async () => {
    const { ref } = await save('hello', 'text/plain');
    expect(ref).toEqual({
      url: 'results/2c/2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824.txt',
      path: path.join(files.folder, ref.url.slice(8)),
      mimeType: 'text/plain',
      bytes: 5,
    });
    expect(readFileSync(ref.path, 'utf8')).toBe('hello');
    expect((await files.store.saveText(['hel', 'lo'], TEXT)).ref).toEqual(ref);
    if (process.platform !== 'win32') {
      expect(statSync(ref.path).mode & 0o777).toBe(0o600);
      expect(statSync(path.dirname(ref.path)).mode & 0o777).toBe(0o700);
    }
    const broken = function* (): Generator<Buffer> {
      yield Buffer.alloc(2_000_000);
      throw new Error('source');
    };
    await expect(files.store.saveBytes(broken())).rejects.toThrow('source');
    expect(readdirSync(files.folder)).toEqual(['2c']);
  });

  test('the same content at the same time', async () => {
    const saved = await Promise.all(Array.from({ length: 10 }, () => save('same')));
    expect(new Set(saved.map(({ ref }) => ref.path)).size).toBe(1);
    expect(readdirSync(files.folder)).toHaveLength(1);
  });

  const latin = (text: string) => Buffer.from(text, 'latin1');
  test.each<[title: string, content: string | Buffer, claimed: string | undefined, extension: string, mimeType: string, mismatch: boolean]>([
    [
      'png',
      latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde\0\0\0\0IEND\xaeB`\x82'),
      'image/png',
      'png',
      'image/png',
      false,
    ],
    ['jpeg called jpg', latin('\xff\xd8\xff\xe0\0\x10JFIF'), 'image/jpg', 'jpg', 'image/jpeg', false],
    ['jpeg called png', latin('\xff\xd8\xff\xe0\0\x10JFIF'), 'image/png', 'jpg', 'image/jpeg', true],
    ['pdf', '%PDF-1.7\n\u0000', 'application/pdf', 'pdf', 'application/pdf', false],
    ['pdf that is none', latin('\0\0\0'), 'application/pdf', 'bin', 'application/octet-stream', true],
    ['svg', '<?xml version="1.0"?><!-- hi --><svg xmlns="x"/>', 'image/svg+xml', 'svg', 'image/svg+xml', false],
    ['html is text', '<!doctype html><p>hi', 'text/html', 'txt', 'text/plain', false],
    ['html called an image', '<!doctype html><p>hi', 'image/png', 'txt', 'text/plain', true],
    ['json', '{"a":1}', 'application/json', 'json', 'application/json', false],
    ['csv', 'a,b', 'text/csv; charset=utf-8', 'csv', 'text/csv', false],
    ['markdown', '# a', 'text/markdown', 'md', 'text/markdown', false],
    ['text without a type', 'héllo', undefined, 'txt', 'text/plain', false],
    ['bytes without a type', latin('\0\x01\x02'), undefined, 'bin', 'application/octet-stream', false],
    ['bytes of an unknown type', latin('\0\x01\x02'), 'application/x-odd', 'bin', 'application/octet-stream', false],
    ['a type that is none', 'x', 'no type at all', 'txt', 'text/plain', false],
    ['a Windows program', latin('MZ\x90\0\x03\0\0\0'), 'image/png', 'bin', 'application/x-msdownload', true],
    ['a Linux program', latin('\x7fELF\x02\x01\x01\0'), undefined, 'bin', 'application/x-elf', false],
    ['a shell script', '#!/bin/sh\nrm -rf /', 'application/x-sh', 'txt', 'text/plain', true],
    ['gzip', latin('\x1f\x8b\x08\0\0\0\0\0'), 'application/x-gzip', 'gz', 'application/gzip', false],
    ['nothing', '', 'text/plain', 'bin', 'application/octet-stream', false],
  ])('the bytes decide: %s', async (_, content, claimed, extension, mimeType, mismatch) => {
    const saved = await save(content, claimed);
    expect(path.extname(saved.ref.path)).toBe(`.${extension}`);
    expect(saved.ref.mimeType).toBe(mimeType);
    expect(saved.mismatch !== undefined).toBe(mismatch);
  });
});

describe('handing out', () => {
  test('a file, with headers that keep it from running', async () => {
    const { ref } = await save('{"a":1}', 'application/json');
    expect(files.store.resolveFile(ref.url)).toEqual({
      path: ref.path,
      mimeType: 'application/json; charset=utf-8',
      headers: {
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cross-Origin-Resource-Policy': 'same-origin',
      },
    });
  });

  test('a drawing never as a document', async () => {
    const { ref } = await save('<svg xmlns="x"><script>alert(1)</script></svg>', 'image/svg+xml');
    expect(files.store.resolveFile(ref.url)?.mimeType).toBe('application/octet-stream');
  });

  const hash = 'ab'.repeat(32);
  test.each([
    '',
    'results',
    'results/',
    `results/ab/${hash}`,
    `results/ab/${hash}.txt/..`,
    `results/ab/../ab/${hash}.txt`,
    `results/../results/ab/${hash}.txt`,
    `results/ab/..%2f${hash}.txt`,
    `results/ab/${hash}.txt?x`,
    `results/ab/${hash}.txt#x`,
    `results/ab/${hash}.txt\n`,
    `results/ab/${hash}.txt\u0000`,
    `results\\ab\\${hash}.txt`,
    `/results/ab/${hash}.txt`,
    `app://x/results/ab/${hash}.txt`,
    `results/cd/${hash}.txt`,
    `results/AB/${hash.toUpperCase()}.txt`,
    'results/../../etc/passwd',
    'results/ab/passwd',
    'results/ab/__proto__',
  ])('%j is refused', (url) => {
    mkdirSync(path.join(files.folder, 'ab'), { recursive: true });
    writeFileSync(path.join(files.folder, 'ab', `${hash}.txt`), 'x');
    expect(files.store.resolveFile(`results/ab/${hash}.txt`)).toBeDefined();
    expect(files.store.resolveFile(url)).toBeUndefined();
  });

  test.skipIf(process.platform === 'win32')('a link that somebody put there is refused', () => {
    mkdirSync(path.join(files.folder, 'ab'), { recursive: true });
    symlinkSync('/etc/passwd', path.join(files.folder, 'ab', `${hash}.txt`));
    expect(files.store.resolveFile(`results/ab/${hash}.txt`)).toBeUndefined();
  });

  test('a text by its id', async () => {
    const { ref } = await save('hello');
    expect(files.store.textFile(resultId(ref))).toBe(ref.path);
    for (const id of ['', '2c', '../../etc/passwd', resultId(ref).toUpperCase(), `${resultId(ref)}/..`, 'f'.repeat(24)])
      expect(files.store.textFile(id)).toBeUndefined();
    const binary = await save(Buffer.alloc(5));
    expect(files.store.textFile(resultId(binary.ref))).toBeUndefined();
  });
});

describe('the quota', () => {
  const hour = 3_600_000;
  const age = (file: string, ms: number): void => utimesSync(file, (Date.now() - ms) / 1000, (Date.now() - ms) / 1000);
  async function filled(inUse: (url: string) => boolean, quota: number) {
    files.remove();
    let limit = 1e9;
    files = makeStore({ quotaBytes: () => limit, inUse });
    const refs = [];
    for (let i = 0; i < 5; i += 1) {
      const { ref } = await save(Buffer.alloc(1_000, i));
      age(ref.path, (10 - i) * hour);
      refs.push(ref);
    }
    await files.store.flush();
    limit = quota;
    return refs;
  }
  const left = (refs: { path: string }[]) => refs.flatMap(({ path: file }, i) => (existsSync(file) ? [i] : []));

  test('the oldest go first', async () => {
    const refs = await filled(() => false, 3_500);
    expect(await files.store.cleanUp()).toEqual({ bytes: 3_000, removed: 2, over: false });
    expect(left(refs)).toEqual([2, 3, 4]);
  });

  test('what a conversation shows stays', async () => {
    const used = new Set<string>();
    const refs = await filled((url) => used.has(url), 2_500);
    used.add(refs[0]?.url ?? '');
    used.add(refs[2]?.url ?? '');
    expect(await files.store.cleanUp()).toEqual({ bytes: 2_000, removed: 3, over: false });
    expect(left(refs)).toEqual([0, 2]);
  });

  test('when all are in use the quota yields', async () => {
    const refs = await filled(() => true, 100);
    expect(await files.store.cleanUp()).toEqual({ bytes: 5_000, removed: 0, over: true });
    expect(left(refs)).toHaveLength(5);
  });

  test('what was just saved stays', async () => {
    const refs = await filled(() => false, 100);
    age(refs[4]?.path ?? '', 0);
    await files.store.cleanUp();
    expect(left(refs)).toEqual([4]);
  });

  test('saving the same content again makes it young', async () => {
    const refs = await filled(() => false, 1_500);
    await save(Buffer.alloc(1_000, 0));
    await files.store.cleanUp();
    expect(left(refs)).toContain(0);
  });

  test('half-written files of a crash go after a day; foreign files stay', async () => {
    await save('x');
    const [old, young, foreign] = ['.old.tmp', '.young.tmp', 'notes.txt'].map((name) => path.join(files.folder, name)) as [string, string, string];
    for (const file of [old, young, foreign]) writeFileSync(file, 'x');
    age(old, 48 * hour);
    await files.store.cleanUp();
    expect([old, young, foreign].map((file) => existsSync(file))).toEqual([false, true, true]);
  });

  test('it runs by itself when enough was saved', async () => {
    const refs = await filled(() => false, 2_000);
    await save(Buffer.alloc(1_000, 9));
    await files.store.flush();
    expect(left(refs).length).toBeLessThan(5);
  });

  test('an empty folder is nothing to clean', async () => {
    expect(await files.store.cleanUp()).toEqual({ bytes: 0, removed: 0, over: false });
  });
});
