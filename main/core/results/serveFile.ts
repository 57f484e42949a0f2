import fs from 'node:fs';
import path from 'node:path';

/** A file as the app's own origin may hand it out. */
export interface ServedFile {
  path: string;
  mimeType: string;
  /** To be sent along: the content came from a server, so it never runs, whatever it is. */
  headers: Record<string, string>;
}

/** Exactly what the store makes; everything else, traversal among it, is refused by its form. */
const ADDRESS = /^results\/([0-9a-f]{2})\/([0-9a-f]{64}\.([a-z0-9]{1,10}))$/;

/** Only formats that cannot run script in the app's origin keep their type; the rest are plain text or bytes. */
const MIME: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  mp4: 'video/mp4',
  webm: 'video/webm',
  txt: 'text/plain; charset=utf-8',
  md: 'text/plain; charset=utf-8',
  csv: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

export function serve(folder: string, relativeUrl: string): ServedFile | undefined {
  const [, part, name, extension] = ADDRESS.exec(relativeUrl) ?? [];
  if (part === undefined || name === undefined || extension === undefined) return undefined;
  const file = path.join(folder, part, name);
  // A link in the folder is none of ours.
  if (!fs.lstatSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
  return {
    path: file,
    mimeType: Object.hasOwn(MIME, extension) ? (MIME[extension] ?? '') : 'application/octet-stream',
    headers: {
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  };
}
