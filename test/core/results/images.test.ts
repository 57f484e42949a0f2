import { createCipheriv } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shrinkImage } from '../../../main/core/results/shrinkImage.ts';
import { svgObjection } from '../../../main/core/results/svgGuard.ts';
import { LIMITS, makeProcess, makeStore, type TestStore } from './fixtures.ts';

let files: TestStore;
beforeEach(() => {
  files = makeStore();
});
afterEach(() => files.remove());

/** The same noise every time; it does not compress. */
const noise = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp(createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(width * height * channels)), {
    raw: { width, height, channels },
  });
const flat = (width: number, height: number, alpha = 1) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 60, alpha } } });

async function shrink(data: Buffer, mimeType: string, limits = LIMITS) {
  const file = path.join(path.dirname(files.folder), 'image');
  writeFileSync(file, data);
  const result = await shrinkImage(file, mimeType, limits);
  const made = result.kind === 'made' ? await sharp(result.data).metadata() : undefined;
  return { result, made };
}

describe('what a model gets', () => {
  test.each([
    ['png', () => flat(100, 50).png().toBuffer(), 'image/png'],
    ['jpeg', () => flat(100, 50).jpeg().toBuffer(), 'image/jpeg'],
    ['webp', () => flat(100, 50).webp().toBuffer(), 'image/webp'],
    ['gif', () => flat(100, 50).gif().toBuffer(), 'image/gif'],
  ])('a small %s stays as it is', async (_, make, mimeType) => {
    expect((await shrink(await make(), mimeType)).result).toEqual({ kind: 'same', width: 100, height: 50 });
  });

  test.each([
    ['a wide png', () => flat(4_000, 100).png().toBuffer(), 'image/png', 'png', 1568, 39],
    ['a tall jpeg', () => flat(100, 4_000).jpeg().toBuffer(), 'image/jpeg', 'jpeg', 39, 1568],
    ['avif', () => flat(100, 50).avif().toBuffer(), 'image/avif', 'webp', 100, 50],
    ['tiff', () => flat(100, 50).removeAlpha().tiff().toBuffer(), 'image/tiff', 'jpeg', 100, 50],
    ['a large photo', () => noise(2_000, 1_000).jpeg({ quality: 95 }).toBuffer(), 'image/jpeg', 'jpeg', 1568, 784],
  ])('%s', async (_, make, mimeType, format, width, height) => {
    const { result, made } = await shrink(await make(), mimeType);
    expect(result).toMatchObject({ kind: 'made', width, height });
    expect(made).toMatchObject({ format, width, height });
    expect(result.kind === 'made' && result.data.length).toBeLessThanOrEqual(LIMITS.maxBytes);
  });

  test('the byte limit is kept, first by quality, then by size', async () => {
    const { result } = await shrink(await noise(600, 600).png().toBuffer(), 'image/png', { ...LIMITS, maxBytes: 20_000 });
    expect(result.kind === 'made' && result.data.length).toBeLessThanOrEqual(20_000);
    expect(result.kind === 'made' && result.width).toBeLessThanOrEqual(600);
    expect((await shrink(await noise(600, 600).png().toBuffer(), 'image/png', { ...LIMITS, maxBytes: 50 })).result).toMatchObject({ kind: 'none' });
  });

  test('transparency is kept', async () => {
    const { made } = await shrink(await flat(2_000, 2_000, 0.5).png().toBuffer(), 'image/png');
    expect(made?.hasAlpha).toBe(true);
  });

  test('a photo is turned upright', async () => {
    const { result, made } = await shrink(await flat(200, 100).removeAlpha().jpeg().withMetadata({ orientation: 6 }).toBuffer(), 'image/jpeg');
    expect(result).toMatchObject({ kind: 'made', width: 100, height: 200 });
    expect(made?.orientation ?? 1).toBe(1);
  });

  test('of an animation the first frame', async () => {
    const frames = Buffer.concat([Buffer.alloc(20 * 10 * 3, 10), Buffer.alloc(20 * 10 * 3, 200), Buffer.alloc(20 * 10 * 3, 90)]);
    const gif = await sharp(frames, { raw: { width: 20, height: 30, channels: 3, pageHeight: 10 } })
      .gif()
      .toBuffer();
    const { result } = await shrink(gif, 'image/gif');
    expect(result).toMatchObject({ kind: 'made', width: 20, height: 10, notes: ['The first of 3 frames is shown.'] });
  });
});

describe('what no model gets', () => {
  test.each([
    ['a broken png', () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)]), 'image/png'],
    ['a cut jpeg', async () => (await noise(300, 300).jpeg().toBuffer()).subarray(0, 2_000), 'image/jpeg'],
    ['a cut png', async () => (await noise(300, 300).png().toBuffer()).subarray(0, 2_000), 'image/png'],
    ['heic', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'), 'image/heic'],
    ['bmp', () => Buffer.from(`BM${'\0'.repeat(60)}`), 'image/bmp'],
    ['an icon', () => Buffer.from([0, 0, 1, 0, 1, 0]), 'image/x-icon'],
    ['nothing', () => Buffer.alloc(0), 'image/png'],
  ])('%s', async (_, make, mimeType) => {
    expect((await shrink(await make(), mimeType)).result.kind).toBe('none');
  });

  test('a decompression bomb', async () => {
    const chunk = (type: string, data: Buffer): Buffer => {
      const body = Buffer.concat([Buffer.from(type), data]);
      const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
      length.writeUInt32BE(data.length);
      sum.writeUInt32BE(crc32(body));
      return Buffer.concat([length, body, sum]);
    };
    const header = Buffer.from([0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff, 8, 2, 0, 0, 0]);
    const bomb = Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
      chunk('IEND', Buffer.alloc(0)),
    ]);
    expect((await shrink(bomb, 'image/png')).result).toEqual({ kind: 'none', reason: 'it has too many pixels' });
  });

  test('a file that is gone', async () => {
    expect(await shrinkImage('/nowhere/at/all', 'image/png', LIMITS)).toMatchObject({ kind: 'none' });
  });
});

describe('drawings (SVG)', () => {
  const svg = (inner: string, size = 'width="100" height="50"') =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inner}</svg>`);

  test('become a picture', async () => {
    const { result, made } = await shrink(
      svg('<defs><g id="a"><rect width="9" height="9" fill="red"/></g></defs><use href="#a"/><text>hi</text>'),
      'image/svg+xml',
    );
    expect(result).toMatchObject({ kind: 'made', width: 100, height: 50, mimeType: 'image/png' });
    expect(made?.format).toBe('png');
  });

  test.each([
    [
      'a document type',
      Buffer.from('<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&a;</text></svg>'),
    ],
    ['script', svg('<script>alert(1)</script>')],
    ['foreign content', svg('<foreignObject><p>x</p></foreignObject>')],
    ['an image', svg('<image href="/etc/passwd"/>')],
    ['a file', svg('<use xlink:href="file:///etc/passwd#a"/>')],
    ['the network', svg("<a href='https://evil.test/'>x</a>")],
    ['a style from elsewhere', svg('<style>@import url(https://evil.test/x.css);</style>')],
    ['too many copies', svg('<use href="#a"/>'.repeat(300))],
    ['too many bytes', svg(`<desc>${'x'.repeat(1_100_000)}</desc>`)],
  ])('with %s are not rasterised', async (_, data) => {
    expect(svgObjection(data)).toBeDefined();
    expect((await shrink(data, 'image/svg+xml')).result.kind).toBe('none');
  });

  test('of absurd size are not rasterised', async () => {
    expect((await shrink(svg('<rect width="9" height="9"/>', 'width="1000000" height="1000000"'), 'image/svg+xml')).result.kind).toBe('none');
  });

  test('that copy themselves over and over come to an end', async () => {
    const levels = Array.from({ length: 9 }, (_, i) => `<g id="l${i + 1}">${`<use href="#l${i}"/>`.repeat(3)}</g>`).join('');
    const { result } = await shrink(svg(`<defs><rect id="l0" width="1" height="1"/>${levels}</defs><use href="#l9"/>`), 'image/svg+xml');
    expect(result.kind).toBe('made');
  }, 60_000);
});

describe('in a result', () => {
  const image = (data: Buffer, mimeType: string) => ({ content: [{ type: 'image', data: data.toString('base64'), mimeType }] });

  test('the wrong type is put right', async () => {
    const { view, images } = await makeProcess(files.store)(image(await flat(10, 10).jpeg().toBuffer(), 'image/png'));
    expect(images).toEqual([{ path: expect.stringMatching(/\.jpg$/), mimeType: 'image/jpeg' }]);
    expect(view.notes).toEqual(['Image: The server called it image/png, but it is image/jpeg.']);
  });

  test.each([
    ['heic, whatever it calls itself', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1mif1heic', 'latin1'), 'image/png', /heic/],
    [
      'a drawing with a script',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><image href="https://x.test/a.png"/></svg>'),
      'image/svg+xml',
      /svg/,
    ],
    ['half a photo', async () => (await noise(300, 300).jpeg().toBuffer()).subarray(0, 900), 'image/jpeg', /jpeg/],
  ])('%s: a note with the path of the file, and nothing for the model to choke on', async (_, make, mimeType, kind) => {
    const data = (await make()).toString('base64');
    const { view, images } = await makeProcess(files.store)({
      content: [
        { type: 'text', text: 'before' },
        { type: 'image', data, mimeType },
        { type: 'text', text: 'after' },
      ],
    });
    const lines = view.text.split('\n');
    expect([lines[0], lines.at(-1)]).toEqual(['before', 'after']);
    if (images.length === 0) {
      expect(lines[1]).toMatch(kind);
      expect(lines[1]).toMatch(/saved as \/.+\]$/);
      expect(view.blocks[1]?.kind).toBe('file');
    } else {
      // A drawing may be drawn, but only as a picture of it.
      expect(images).toEqual([{ path: expect.stringMatching(/\.png$/), mimeType: 'image/png' }]);
    }
    expect(view.text).not.toContain(data.slice(0, 40));
  });

  test('one pixel is a picture like any other', async () => {
    const data = (await flat(1, 1).png().toBuffer()).toString('base64');
    const { view, images } = await makeProcess(files.store)({ content: [{ type: 'image', data, mimeType: 'image/png' }] });
    expect(view.text).toBe('[Image (image/png, 1×1) is shown]');
    expect(images).toHaveLength(1);
  });

  test('a large one is shown whole to people and small to the model', async () => {
    const { view, images } = await makeProcess(files.store)(image(await noise(2_000, 1_000).png().toBuffer(), 'image/png'));
    expect(view.blocks).toHaveLength(2);
    expect(view.blocks[1]).toMatchObject({ kind: 'file', note: 'The original' });
    expect((await sharp(images[0]?.path).metadata()).width).toBeLessThanOrEqual(1568);
  });

  test('a drawing is shown as the picture made of it', async () => {
    const { view, images } = await makeProcess(files.store)(
      image(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="5" height="5"/></svg>'), 'image/svg+xml'),
    );
    expect(view.blocks[0]).toMatchObject({ kind: 'image', file: { mimeType: 'image/png' } });
    expect(images).toHaveLength(1);
  });

  test('an embedded resource that is an image is given to the model too', async () => {
    const blob = (await flat(10, 10).png().toBuffer()).toString('base64');
    const { images } = await makeProcess(files.store)({ content: [{ type: 'resource', resource: { uri: 'a://b', blob } }] });
    expect(images).toHaveLength(1);
  });

  test('no more than twenty go to the model, all to people', async () => {
    const items = await Promise.all(
      Array.from({ length: 23 }, async (_, i) => ({
        type: 'image',
        data: (
          await flat(10 + i, 10)
            .png()
            .toBuffer()
        ).toString('base64'),
        mimeType: 'image/png',
      })),
    );
    const { view, images } = await makeProcess(files.store)({ content: items });
    expect(images).toHaveLength(20);
    expect(view.blocks.filter(({ kind }) => kind === 'image')).toHaveLength(23);
    expect(view.text.split('\n').at(-1)).toMatch(/too many images/);
  });

  test('20 MB that are no image become a file (t19)', async () => {
    const { view, images } = await makeProcess(files.store)(image(Buffer.alloc(20_971_520, 7), 'image/png'));
    expect(images).toEqual([]);
    expect(view.blocks[0]).toMatchObject({ kind: 'file', file: { bytes: 20_971_520, mimeType: 'application/octet-stream' } });
    expect(view.text.length).toBeLessThan(500);
  }, 60_000);
});
