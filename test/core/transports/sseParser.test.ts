import { describe, expect, it } from 'vitest';
import { type SseEvent, SseParser } from '../../../main/core/transports/sse/sseParser.ts';
import { seededRandom } from '../../fakes/seededRandom.ts';

type Seen = ({ event: string } & SseEvent) | { id: string } | { retry: number } | { left: string };

function parse(chunks: Buffer[], limit = 1_000_000): Seen[] {
  const seen: Seen[] = [];
  const parser = new SseParser(
    { event: (event) => seen.push({ event: 'event', ...event }), id: (id) => seen.push({ id }), retry: (retry) => seen.push({ retry }) },
    limit,
  );
  for (const chunk of chunks) parser.push(chunk);
  const left = parser.finish();
  if (left !== undefined) seen.push({ left });
  return seen;
}

const of = (text: string): Seen[] => parse([Buffer.from(text)]);
const message = (data: string): Seen => ({ event: 'event', type: 'message', data });

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
    ['named events', 'event: ping\ndata: a\n\ndata: b\n\n', [{ event: 'event', type: 'ping', data: 'a' }, message('b')]],
    ['a type without data is forgotten', 'event: ping\n\ndata: b\n\n', [message('b')]],
    ['BOM', '\ufeffdata: a\n\n', [message('a')]],
    ['ids, also without data, also empty', 'id: 1\ndata: \n\nid: 2\n\nid\n\n', [{ id: '1' }, { id: '2' }, { id: '' }]],
    ['an id with NUL does not count', 'id: a\0b\ndata: a\n\n', [message('a')]],
    ['retry', 'retry: 250\nretry: 2s\nretry:\n\n', [{ retry: 250 }]],
    ['unknown fields', 'foo: bar\ndatax: a\n\n', []],
    ['the end of the stream gives back what is unfinished', 'data: a\n\ndata: b\ndata: c', [message('a'), { left: 'b\nc' }]],
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
      const text = Array.from({ length: 30 }, () => pieces[Math.floor(random() * pieces.length)]).join('');
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

  it('stops at the limit, whether the event is one line or many', () => {
    expect(() => parse([Buffer.from('data: '), Buffer.from('x'.repeat(200))], 100)).toThrow(RangeError);
    expect(() => parse([Buffer.from('data: 0123456789\n'.repeat(20))], 100)).toThrow(RangeError);
    expect(parse([Buffer.from('data: 0123456789\n\n'.repeat(20))], 100)).toHaveLength(20);
  });
});
