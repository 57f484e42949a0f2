import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress, constants as zlib } from 'node:zlib';
import type { Clock } from '../../ports.ts';
import type { BodySink, Exchange } from './exchange.ts';

/** How much of an error page is worth reading. */
const TEXT_LIMIT = 64 * 1024;
/** A server that sends its refusal but never ends it must not hold the request. Milliseconds. */
const TEXT_PATIENCE = 2000;

/**
 * Reads the body through its `Content-Encoding`. We never ask for compression (a compressed event stream is held back by the
 * compressors of many servers), but what comes compressed is understood.
 */
export function readDecoded(exchange: Exchange, sink: BodySink): void {
  const coding = exchange.header('content-encoding')?.trim().toLowerCase();
  const decoder = coding ? makeDecoder(coding) : undefined;
  if (!decoder) {
    exchange.read(sink);
    return;
  }
  let over = false;
  const finish = (error?: Error): void => {
    if (over) return;
    over = true;
    if (error) sink.fail(error);
    else sink.end();
  };
  decoder.on('data', (chunk: Buffer) => {
    if (!over) sink.data(chunk);
  });
  decoder.on('end', () => finish());
  decoder.on('error', (error: Error) => {
    finish(new Error(`The ${coding} body is damaged (${error.message}).`, { cause: error }));
    exchange.abort(error);
  });
  exchange.read({
    data: (chunk) => void decoder.write(chunk),
    end: () => void decoder.end(),
    fail: (error) => {
      finish(error);
      decoder.destroy();
    },
  });
}

function makeDecoder(coding: string) {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      // SYNC_FLUSH gives each event out as soon as it is complete.
      return createGunzip({ flush: zlib.Z_SYNC_FLUSH, finishFlush: zlib.Z_SYNC_FLUSH });
    case 'deflate':
      return createInflate({ flush: zlib.Z_SYNC_FLUSH, finishFlush: zlib.Z_SYNC_FLUSH });
    case 'br':
      return createBrotliDecompress({ flush: zlib.BROTLI_OPERATION_FLUSH });
    case 'zstd':
      return createZstdDecompress();
    default:
      return undefined;
  }
}

/** The beginning of a body as text, in the charset it names; for error messages. Never rejects. */
export function readText(exchange: Exchange, clock: Clock): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (): void => {
      patience.cancel();
      resolve(decodeText(Buffer.concat(chunks).subarray(0, TEXT_LIMIT), exchange.header('content-type')));
    };
    const enough = (): void => {
      finish();
      exchange.abort(new Error('enough read'));
    };
    const patience = clock.after(TEXT_PATIENCE, enough);
    readDecoded(exchange, {
      data: (chunk) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= TEXT_LIMIT) enough();
      },
      end: finish,
      fail: finish,
    });
  });
}

/** Reads a body to its end without looking at it, so that the socket can be used again; a long one is cut. */
export function discard(exchange: Exchange, clock: Clock): void {
  void readText(exchange, clock);
}

function decodeText(bytes: Buffer, contentType: string | undefined): string {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
