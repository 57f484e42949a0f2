import { describe, expect, it } from 'vitest';
import type { LargeJsonResult } from '../../../main/core/transports/largeJson.ts';
import { SseParser } from '../../../main/core/transports/sse/sseParser.ts';
import { seededRandom } from '../../fakes/seededRandom.ts';

type Seen = { type: string; data: string } | { type: string; large: LargeJsonResult } | { id: string } | { retry: number };

function parse(chunks: Buffer[], limit = 1_000_000): Seen[] {
  const seen: Seen[] = [];
  const parser = new SseParser(
    {
      event: (type, data) => seen.push({ type, data }),
      large: (type, result) => seen.push({ type, large: result }),
      id: (id) => seen.push({ id }),
      retry: (retry) => seen.push({ retry }),
    },
    limit,
  );
  for (const chunk of chunks) parser.push(chunk);
  parser.finish();
  return seen;
}

const of = (text: string): Seen[] => parse([Buffer.from(text)]);
const message = (data: string): Seen => ({ type: 'message', data });

describe('the event stream grammar', () => {
  it.each<[string, string, Seen[]]>([
    ['LF', 'data: a\n\ndata: b\n\n', [message('a'), message('b')]],
    ['CRLF', 'data: a\r\n\r\n', [message('a')]],
    ['CR, without waiting for more', 'data: a\r\r', [message('a')]],
    ['mixed ends', 'data: a\r\ndata: b\rdata: c\n\r\n', [message('a\nb\nc')]],
    ['several data lines', 'data: a\ndata:\ndata: b\n\n', [message('a\n\nb')]],
    ['one blank after the colon is taken, a second is data', 'data:  a\n\n', [message(' a')]],
    ['no blank', 'data:a\n\n', [message('a')]],
    ['comments', ': hi\n\n:\ndata: a\n: tail\n\n', [message('a')]],
    ['named events', 'event: ping\ndata: a\n\ndata: b\n\n', [{ type: 'ping', data: 'a' }, message('b')]],
    ['a type without data is forgotten', 'event: ping\n\ndata: b\n\n', [message('b')]],
    ['BOM', '\ufeffdata: a\n\n', [message('a')]],
    ['ids, also without data, also empty', 'id: 1\ndata: \n\nid: 2\n\nid\n\n', [{ id: '1' }, { id: '2' }, { id: '' }]],
    ['an id with NUL does not count', 'id: a\0b\ndata: a\n\n', [message('a')]],
    ['retry', 'retry: 250\nretry: 2s\nretry:\n\n', [{ retry: 250 }]],
    ['unknown fields', 'foo: bar\ndatax: a\n\n', []],
    ['the end of the stream gives back what is unfinished', 'data: a\n\ndata: b\ndata: c', [message('a'), message('b\nc')]],
  ])('%s', (_, text, seen) => {
    expect(of(text)).toEqual(seen);
  });

  it('reads the same however the bytes are cut', () => {
    const random = seededRandom(7);
    const pieces = [
      'data: ',
      'data:',
      'id: 7',
      'event: x',
      ': c',
      'retry: 9',
      '\n',
      '\r',
      '\r\n',
      '\n\n',
      '\r\n\r\n',
      '你好 🎉',
      'é',
      '{"a":1}',
      ' ',
      'data: long'.repeat(40),
    ];
    for (let round = 0; round < 300; round += 1) {
      const text = (round % 3 === 0 ? '\ufeff' : '') + Array.from({ length: 30 }, () => pieces[Math.floor(random() * pieces.length)]).join('');
      const bytes = Buffer.from(text);
      const chunks: Buffer[] = [];
      for (let at = 0; at < bytes.length; ) {
        const size = 1 + Math.floor(random() * 9);
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      expect(parse(chunks)).toEqual(parse([bytes]));
    }
  });

  it('reads long events while they arrive, on one line or many', () => {
    const value = { id: 7, list: Array.from({ length: 90_000 }, (_, index) => `entry "${index}" 你好`) };
    const one = JSON.stringify(value);
    const many = JSON.stringify(value, null, 1).split('\n');
    for (const text of [`data: ${one}\n\n`, `data:${one}\r\r`, `${many.map((line) => `data: ${line}\n`).join('')}\n`]) {
      const bytes = Buffer.from(`id: 1\n${text}data: after\n\n`);
      const chunks = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) => bytes.subarray(index * 65_536, (index + 1) * 65_536));
      const seen = parse(chunks, 10_000_000);
      expect(seen[1]).toEqual({ type: 'message', large: expect.objectContaining({ kind: 'value', value }) });
      expect(seen[2]).toEqual(message('after'));
    }
  });

  it('passes over events beyond the limit and names the request they answer', () => {
    const long = JSON.stringify({ jsonrpc: '2.0', id: 9, result: { text: 'x'.repeat(2_000_000) } });
    const bytes = Buffer.from(`data: ${long}\n\n: ${'c'.repeat(2_000_000)}\ndata: after\n\n`);
    const chunks = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) => bytes.subarray(index * 65_536, (index + 1) * 65_536));
    expect(parse(chunks, 1_000_000)).toEqual([{ type: 'message', large: expect.objectContaining({ kind: 'oversize', id: 9 }) }, message('after')]);
    expect(parse([Buffer.from('data: 0123456789\n'.repeat(20)), Buffer.from('\n')], 100)).toEqual([
      { type: 'message', large: expect.objectContaining({ kind: 'oversize' }) },
    ]);
    expect(parse([Buffer.from('data: 0123456789\n\n'.repeat(20))], 100)).toHaveLength(20);
  });
});
