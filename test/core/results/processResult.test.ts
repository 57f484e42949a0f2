import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseExact } from '../../../main/core/base/exactJson.ts';
import { EMPTY_ERROR, NO_CONTENT } from '../../../main/core/results/processResult.ts';
import { ToolResultView } from '../../../preload/contract/chat.ts';
import { HIDDEN, makeProcess, makeStore, type TestStore, turnsDuring } from './fixtures.ts';

let files: TestStore;
let run: ReturnType<typeof makeProcess>;
beforeEach(() => {
  files = makeStore();
  run = makeProcess(files.store);
});
afterEach(() => files.remove());

const text = (value: unknown) => ({ type: 'text', text: value });
const png = (width = 20, height = 10) =>
  sharp({ create: { width, height, channels: 3, background: '#268' } })
    .png()
    .toBuffer();

describe('all kinds, in the order of the server', () => {
  test('each becomes its block and its line', async () => {
    const image = (await png()).toString('base64');
    const wav = Buffer.concat([
      Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x44\xac\0\0\x88\x58\x01\0\x02\0\x10\0data\0\0\0\0', 'latin1'),
    ]).toString('base64');
    const { view, images } = await run({
      content: [
        text('one'),
        { type: 'image', data: image, mimeType: 'image/png' },
        { type: 'audio', data: wav, mimeType: 'audio/wav' },
        { type: 'resource_link', uri: 'file:///etc/passwd', name: 'pw', mimeType: 'text/plain', description: 'users' },
        { type: 'resource', resource: { uri: 'demo://x', mimeType: 'text/html', text: '<script>alert(1)</script>' } },
        { type: 'resource', resource: { uri: 'demo://b', mimeType: 'application/octet-stream', blob: 'AAECAw==' } },
        { type: 'x-vendor/widget', html: '<b>hi</b>' },
        text('two'),
      ],
    });
    expect(view.blocks.map(({ kind }) => kind)).toEqual(['text', 'image', 'audio', 'link', 'resource', 'resource', 'unknown', 'text']);
    const lines = view.text.split('\n');
    expect(lines[0]).toBe('one');
    expect(lines[1]).toBe('[Image (image/png, 20×10) is shown]');
    expect(lines[2]).toMatch(/^\[Audio \(audio\/wav, 44 bytes\) saved as .*\.wav\]$/);
    expect(lines[3]).toBe('[Link to resource "pw": file:///etc/passwd (text/plain, users)]');
    expect(lines.slice(4, 6)).toEqual(['[Resource demo://x (text/html)]', '<script>alert(1)</script>']);
    expect(lines[6]).toMatch(/^\[Resource demo:\/\/b \(application\/octet-stream, 4 bytes\) saved as .*\.bin\]$/);
    expect(lines[7]).toBe('[Content of type x-vendor/widget: {"type":"x-vendor/widget","html":"<b>hi</b>"}]');
    expect(lines[8]).toBe('two');
    expect(images).toEqual([{ path: expect.stringMatching(/\.png$/), mimeType: 'image/png' }]);
    expect(view.notes).toEqual(['A content item of type x-vendor/widget is not part of the protocol.']);
    expect(ToolResultView.parse(view)).toEqual(view);
  });

  test('text blocks are joined by a line break', async () => {
    expect((await run({ content: [text('a'), text(''), text('b\nc')] })).view.text).toBe('a\n\nb\nc');
  });

  test('_meta and annotations are kept and do not reach the model', async () => {
    const { view } = await run({
      _meta: { trace: 'x1' },
      content: [
        text('a'),
        { ...text('b'), _meta: { k: 'x2' }, annotations: { audience: ['user'] } },
        { type: 'resource', resource: { uri: 'u', text: 'c', _meta: { r: 'x3' } } },
      ],
    });
    expect(view.meta).toEqual({
      _meta: { trace: 'x1' },
      items: { 1: { _meta: { k: 'x2' }, annotations: { audience: ['user'] } }, 2: { resource: { r: 'x3' } } },
    });
    expect(view.text).not.toMatch(/x1|x2|x3|audience/);
    const large = await run({ _meta: { big: 'x'.repeat(20_000) }, content: [text('a')] });
    expect(large.view.meta).toBeUndefined();
    expect(large.view.notes).toEqual(['The _meta of the result is too large to be kept.']);
  });

  test('isError keeps its text', async () => {
    expect((await run({ isError: true, content: [text('no such file')] })).view).toMatchObject({ isError: true, text: 'no such file' });
    expect((await run({ isError: 'true', content: [text('x')] })).view).toMatchObject({ isError: true, notes: [expect.stringMatching(/isError/)] });
    expect((await run({ isError: 0, content: [text('x')] })).view).toMatchObject({ isError: false });
  });
});

describe('odd shapes (t18)', () => {
  test.each<[title: string, raw: unknown, expected: RegExp, notes: number]>([
    ['json', { content: [text('kept?'), { type: 'json', json: { a: 1 } }] }, /^kept\?\n\[Content of type json: .*"a":1/, 1],
    ['blob', { content: [{ type: 'blob', data: 'AAAA', mimeType: 'application/pdf' }] }, /saved as .*\.bin\]$/, 2],
    ['audio that is none', { content: [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }] }, /saved as .*\.bin\]$/, 1],
    [
      'badb64',
      { content: [text('kept?'), { type: 'image', data: 'not base64 !!!', mimeType: 'image/png' }] },
      /^kept\?\n\[Image \(image\/png\) not shown: .*Base64/,
      1,
    ],
    ['urlb64', { content: [{ type: 'image', data: '_-_-', mimeType: 'image/png' }] }, /not shown here.*saved as/, 1],
    ['dataurl', { content: [{ type: 'image', data: 'data:image/png;base64,AAAA', mimeType: 'image/png' }] }, /not shown here.*saved as/, 1],
    [
      'svg',
      { content: [{ type: 'image', data: 'PHN2Zy8+', mimeType: 'image/svg+xml' }] },
      /image\/svg\+xml.*not shown here: it cannot be decoded.*\.svg\]$/,
      1,
    ],
    ['mismatch', { content: [{ type: 'image', data: '/9j/4AAQSkZJRg==', mimeType: 'image/png' }] }, /image\/jpeg.*not shown here.*\.jpg\]$/, 2],
    ['no content', {}, /^\(no content\)$/, 0],
    ['empty list', { content: [] }, /^\(no content\)$/, 0],
    ['null text', { content: [text(null)] }, /^\(no content\)$/, 1],
    ['missing text', { content: [{ type: 'text' }] }, /^\(no content\)$/, 1],
    ['text that is a number', { content: [text(5)] }, /\[Content of type text: 5\]/, 1],
    ['text that is an object', { content: [text({ a: 1 })] }, /\{"a":1\}/, 1],
    ['old style text', { toolResult: 'from 2024-10-07' }, /^from 2024-10-07$/, 0],
    ['old style object', { toolResult: { a: 1 } }, /"a":1/, 1],
    ['content is null', { content: null }, /^\(no content\)$/, 1],
    ['content is a string', { content: 'hello' }, /^hello$/, 1],
    ['content is an object', { content: text('hello') }, /^hello$/, 1],
    ['content is a number', { content: 5 }, /\[Content of type unknown: 5\]/, 2],
    ['items that are no objects', { content: [null, 5, 'word', ['x'], true] }, /null\]\n.*5\]\nword\n.*\["x"\]\]\n.*true\]/, 5],
    ['an item without a type', { content: [{ text: 'x' }] }, /\[Content of type none: \{"text":"x"\}\]/, 1],
    ['other members', { answer: 42 }, /"answer":42/, 1],
    ['image without data', { content: [{ type: 'image', mimeType: 'image/png' }] }, /Content of type image/, 1],
    ['image with empty data', { content: [{ type: 'image', data: '', mimeType: 'image/png' }] }, /not shown: it is empty/, 1],
    ['image with a number as type', { content: [{ type: 'image', data: 'AAAA', mimeType: 5 }] }, /not shown here/, 1],
    ['link without an address', { content: [{ type: 'resource_link', name: 'x' }] }, /Content of type resource_link/, 1],
    ['link without a name', { content: [{ type: 'resource_link', uri: 'a://b' }] }, /Link to resource "a:\/\/b": a:\/\/b\]/, 0],
    ['resource without anything', { content: [{ type: 'resource' }] }, /Content of type resource/, 1],
    ['resource that is text', { content: [{ type: 'resource', resource: 'x' }] }, /Content of type resource/, 1],
    ['resource with neither', { content: [{ type: 'resource', resource: { uri: 'u' } }] }, /Content of type resource/, 1],
    ['resource without an address', { content: [{ type: 'resource', resource: { text: 'hi' } }] }, /\[Resource \]\nhi/, 0],
    [
      'an image as Anthropic writes it',
      { content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }] },
      /^\[Image .*not shown here.*saved as/,
      2,
    ],
    [
      'an image as OpenAI writes it',
      { content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }] },
      /^\[Image .*saved as/,
      2,
    ],
    [
      'an image on the web is never fetched',
      { content: [{ type: 'image_url', image_url: { url: 'https://x.test/a.png' } }] },
      /"https:\/\/x\.test\/a\.png"/,
      1,
    ],
    ['a result that is null', null, /"value":null\}\]$/, 1],
    ['a result that is text', 'hi', /"value":"hi"/, 1],
    ['a result that is a list', [1], /"value":\[1\]/, 1],
  ])('%s', async (_, raw, expected, notes) => {
    const { view } = await run(raw);
    expect(view.text).toMatch(expected);
    expect(view.text.trim()).not.toBe('');
    expect(view.notes).toHaveLength(notes);
    expect(ToolResultView.parse(view)).toEqual(view);
  });

  test.each([
    [true, true],
    [1, true],
    ['true', true],
    ['yes', true],
    [{}, true],
    [false, false],
    [0, false],
    ['false', false],
    ['', false],
    [null, false],
    [undefined, false],
  ])('isError %j says %j', async (isError, said) => expect((await run({ content: [text('x')], isError })).view.isError).toBe(said));

  test('long numbers of structured content are whole for the model, for people and for scripts', async () => {
    const structuredContent = parseExact('{"id":9007199254740993,"deep":{"n":[-9223372036854775808]}}');
    const { view, structured } = await run({ content: [], structuredContent }, { type: 'object', properties: { id: { type: 'integer' } } });
    expect(view.text).toBe('{"id":9007199254740993,"deep":{"n":[-9223372036854775808]}}');
    expect(view.structured).toEqual({ id: '9007199254740993', deep: { n: ['-9223372036854775808'] } });
    expect(JSON.stringify(structured)).toBe(view.text);
    expect(view.notes).toEqual([]);
    const twice = await run({ content: [text('{"id":9007199254740993}')], structuredContent: parseExact('{"id":9007199254740993}') });
    expect(twice.view.text).toBe('{"id":9007199254740993}');
  });

  test('an empty error says so', async () => {
    expect((await run({ isError: true, content: [] })).view.text).toBe(EMPTY_ERROR);
  });

  test('a cycle, a getter that throws, a depth without end: never a rejection', async () => {
    const cyclic: Record<string, unknown> = { type: 'x' };
    cyclic.self = cyclic;
    expect((await run({ content: [text('kept'), cyclic] })).view.text).toMatch(/^kept\n\[Content of type x: .*…/);
    let deep: unknown = 1;
    for (let i = 0; i < 20_000; i += 1) deep = [deep];
    expect((await run({ content: [text('kept'), { type: 'y', deep }] })).view.text).toMatch(/^kept\n/);
    const broken = Object.defineProperty({}, 'content', {
      get() {
        throw new Error('boom');
      },
    });
    expect((await run(broken)).view.text).toMatch(/could not be processed/);
  });

  test('a disk that refuses costs the files, not the text', async () => {
    const failing = makeProcess({
      ...files.store,
      saveBytes: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
      saveText: () => Promise.reject(new Error('full')),
    });
    const { view } = await failing({
      content: [text('kept'), { type: 'image', data: 'AAAA', mimeType: 'image/png' }, { type: 'z', z: 'z'.repeat(5_000) }],
    });
    expect(view.text).toMatch(
      /^kept\n\[Image \(image\/png\) not shown: it could not be saved \(ENOSPC\)\]\n\[An item of kind unknown could not be kept\]$/,
    );
    const long = await failing({ content: [text('word '.repeat(100_000))] });
    expect(long.view.text).toMatch(/the rest could not be saved/);
    expect(long.view.full).toBeUndefined();
  });

  test('many items', async () => {
    const { view } = await run({ content: Array.from({ length: 1_500 }, (_, i) => text(`line ${i}`)) });
    expect(view.blocks.length).toBeLessThanOrEqual(1_002);
    expect(view.text).toMatch(/line 999\n\[Content of type more items \(500\)/);
  });
});

describe('hidden characters', () => {
  const sly = 'a\u200bb\u202ec\u{E0041}\u001b[31md\ufeff\u0007';
  test('do not reach the model and are visible for people', async () => {
    const { view } = await run({
      content: [
        text(sly),
        { type: 'resource', resource: { uri: `u\u200b`, text: sly } },
        { type: 'resource_link', uri: 'x://\u202e', name: sly },
        { type: sly, v: sly },
      ],
      structuredContent: { s: sly },
    });
    expect(HIDDEN.test(view.text)).toBe(false);
    expect(view.text).toMatch(/^abcd\n/);
    expect(view.notes).toContainEqual(expect.stringMatching(/Hidden or control/));
    expect(view.blocks[0]).toEqual({ kind: 'text', text: expect.stringContaining('⟨U+200B⟩') });
  });

  test('text of nothing else is no content', async () => {
    expect((await run({ content: [text('\u200b\u2060 \n')] })).view.text).toBe(NO_CONTENT);
  });

  test('a cleaner that fails does not let them through', async () => {
    const broken = makeProcess(files.store, {
      cleanForModel: () => {
        throw new Error('no');
      },
    });
    const { view } = await broken({ content: [text(sly)] });
    expect(HIDDEN.test(view.text)).toBe(false);
  });
});

describe('structured content', () => {
  const schema = { type: 'object' };
  test.each<[title: string, raw: object, text: string]>([
    ['alone', { structuredContent: { v: 5 } }, '{"v":5}'],
    ['with its copy as text', { content: [text('{ "v": 5 }')], structuredContent: { v: 5 } }, '{ "v": 5 }'],
    ['with a copy in another order', { content: [text('{"b":1,"a":2}')], structuredContent: { a: 2, b: 1 } }, '{"b":1,"a":2}'],
    ['with other text', { content: [text('five')], structuredContent: { v: 5 } }, 'five\n{"v":5}'],
    ['a list (2026-07-28)', { structuredContent: [1, 2] }, '[1,2]'],
    ['null (2026-07-28)', { structuredContent: null }, 'null'],
  ])('%s', async (_, raw, expected) => {
    const { view } = await run(raw);
    expect(view.text).toBe(expected);
    expect(view.structured).toEqual((raw as { structuredContent: unknown }).structuredContent);
  });

  test('a mismatch is said and loses nothing', async () => {
    const checked = makeProcess(files.store, { validate: () => ['/v must be number', 'b', 'c', 'd', 'e', 'f', 'g'] });
    const { view } = await checked({ content: [text('{"v":"five"}')], structuredContent: { v: 'five' } }, schema);
    expect(view).toMatchObject({ text: '{"v":"five"}', structured: { v: 'five' } });
    expect(view.notes[0]).toBe('The structured content does not fit its schema: /v must be number');
    expect(view.notes.at(-1)).toBe('… and 2 more.');
  });

  test.each([
    ['a schema that cannot be used', { structuredContent: { v: 5 } }, () => Promise.reject(new Error('bad schema')), /could not be checked/],
    ['nothing where a schema promises something', { content: [text('x')] }, () => [], /no structured content/],
    ['too large to be checked', { structuredContent: { v: 'x'.repeat(3_000_000) } }, () => ['never asked'], /too large to be checked/],
  ])('%s', async (_, raw, validate, note) => {
    const { view } = await makeProcess(files.store, { validate })(raw, schema);
    expect(view.notes).toEqual([expect.stringMatching(note)]);
  });

  test('an error result need not fit', async () => {
    const { view } = await makeProcess(files.store, { validate: () => ['no'] })(
      { isError: true, content: [text('x')], structuredContent: { e: 1 } },
      schema,
    );
    expect(view.notes).toEqual([]);
  });

  test('a large one stays out of the window and is in the file', async () => {
    const { view } = await run({ content: [text('x')], structuredContent: { v: 'y'.repeat(150_000), end: 'here' } });
    expect(view.structured).toBeUndefined();
    expect(readFileSync(view.full?.path ?? '', 'utf8')).toMatch(/^x\n\{"v":"y+","end":"here"\}$/);
  });
});

describe('large text (CAL-5)', () => {
  const words = Array.from({ length: 60_000 }, (_, i) => `word${i} é漢😀`).join('\n');

  test('is cut with a pointer, and the whole is in a file', async () => {
    const { view } = await run({ content: [text('begin'), text(words)] });
    expect(view.text.length).toBeLessThan(200_000);
    const found = /\n\n\[The first (\d+) of (\d+) bytes are shown\. Read on with read_result (\{.*?\})\. The whole is saved as (.*)\]$/.exec(
      view.text,
    );
    const { id, offset } = JSON.parse(found?.[3] ?? '{}');
    const whole = readFileSync(view.full?.path ?? '');
    expect(whole.toString()).toBe(`begin\n${words}`);
    expect([found?.[1], found?.[2], found?.[4]]).toEqual([String(offset), String(whole.length), view.full?.path]);
    expect(path.basename(view.full?.path ?? '').startsWith(id)).toBe(true);
    expect(view.text.slice(0, found?.index)).toBe(whole.subarray(0, offset).toString());
    expect(view.blocks[1]).toMatchObject({ kind: 'text' });
    expect(JSON.stringify(view).length).toBeLessThan(400_000);
  });

  test('text that fits is not touched and saves nothing', async () => {
    const { view } = await run({ content: [text('a'.repeat(30_000))] });
    expect(view.full).toBeUndefined();
    expect(view.text).toHaveLength(30_000);
  });

  test.each([
    ['20 MB of one letter (s06)', { content: [text('a'.repeat(20_000_000))] }, 20],
    ['50 MB of lines', { content: [text('line of text\n'.repeat(4_000_000))] }, 40],
    ['50 MB of base64', { content: [{ type: 'image', mimeType: 'image/png', data: Buffer.alloc(37_500_000, 7).toString('base64') }] }, 30],
    ['20 MB of structure', { structuredContent: Array.from({ length: 400_000 }, (_, i) => ({ id: i, name: `name of ${i}`, tags: ['a', 'b'] })) }, 10],
  ])(
    '%s does not hold up the event loop',
    async (_, raw, turns) => {
      let view: ToolResultView | undefined;
      expect(
        await turnsDuring(async () => {
          ({ view } = await run(raw));
        }),
      ).toBeGreaterThan(turns);
      expect(view?.text.length).toBeLessThan(200_000);
      expect(view?.full ?? view?.blocks[0]).toBeDefined();
      expect(JSON.stringify(view).length).toBeLessThan(600_000);
    },
    60_000,
  );
});
