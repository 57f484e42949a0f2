import fs from 'node:fs';
import { HostError } from '../../base/hostError.ts';

export type Encoding = 'utf8' | 'utf16le' | 'utf16be';

/** A text as it lies on the disk. `text` has no byte order mark; `lossy` means bytes that are no text were replaced, so it must not be written back. */
export interface TextFile {
  text: string;
  encoding: Encoding;
  bom: boolean;
  lossy: boolean;
  bytes: Buffer;
}

/** More than anybody's configuration; a bigger file is a mistake or an attack (SEC-4). */
const LARGEST = 16 * 1024 * 1024;
const BOM = '\uFEFF';

/**
 * Reads a text file, or undefined when there is none. Synchronous, so that reading and a rename can follow each other with nothing in between.
 * Throws `config.syntax` for what is no readable file: a folder, a pipe, no permission, too large.
 */
export function readTextFile(file: string): TextFile | undefined {
  let bytes: Buffer;
  try {
    const stat = fs.statSync(file);
    // A pipe or a device would block or never end.
    if (!stat.isFile()) throw unreadable(file, stat.isDirectory() ? 'it is a folder' : 'it is not a regular file');
    if (stat.size > LARGEST) throw unreadable(file, `it is larger than ${LARGEST / 1024 / 1024} MB`);
    bytes = fs.readFileSync(file);
  } catch (error) {
    if (error instanceof HostError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw unreadable(file, code === 'EACCES' || code === 'EPERM' ? 'this user may not read it' : `the system says ${code ?? 'no'}`, error);
  }
  return decodeText(bytes);
}

function unreadable(file: string, reason: string, cause?: unknown): HostError {
  return new HostError('config.syntax', `${file} cannot be read: ${reason}.`, {
    fix: 'Make it a readable text file, or remove it.',
    params: { file, reason },
    cause,
  });
}

/** By the byte order mark; without one by the zeros that UTF-16 puts beside the first character of JSON. */
function encodingOf([first, second, third, fourth]: Buffer): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf16le';
  if (first === 0xfe && second === 0xff) return 'utf16be';
  if (first && second === 0 && third && fourth === 0) return 'utf16le';
  return first === 0 && second && third === 0 && fourth ? 'utf16be' : 'utf8';
}

export function decodeText(bytes: Buffer): TextFile {
  const encoding = encodingOf(bytes);
  const label = { utf8: 'utf-8', utf16le: 'utf-16le', utf16be: 'utf-16be' }[encoding];
  const decoded = new TextDecoder(label, { ignoreBOM: true }).decode(bytes);
  const bom = decoded.startsWith(BOM);
  const file = { text: bom ? decoded.slice(1) : decoded, encoding, bom, bytes };
  return { ...file, lossy: !encodeText(file.text, file).equals(bytes) };
}

/** The text in the encoding of the file it came from. */
export function encodeText(text: string, like: Pick<TextFile, 'encoding' | 'bom'>): Buffer {
  const whole = like.bom ? BOM + text : text;
  if (like.encoding === 'utf8') return Buffer.from(whole, 'utf8');
  const bytes = Buffer.from(whole, 'utf16le');
  return like.encoding === 'utf16le' ? bytes : bytes.swap16();
}
