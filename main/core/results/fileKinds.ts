/** The type of a file as its bytes tell it. */
export interface FileKind {
  /** Without a dot. */
  extension: string;
  mimeType: string;
}

export const BINARY: FileKind = { extension: 'bin', mimeType: 'application/octet-stream' };
export const TEXT: FileKind = { extension: 'txt', mimeType: 'text/plain' };
export const JSON_TEXT: FileKind = { extension: 'json', mimeType: 'application/json' };
export const SVG: FileKind = { extension: 'svg', mimeType: 'image/svg+xml' };

/** What a double click would run. Such files keep their bytes and get an extension that opens nothing. */
const RUNNABLE = new Set(
  'exe dll msi com scr lnk bat cmd ps1 vbs js mjs wsf hta jar class elf macho app dmg pkg deb rpm apk appimage sh desktop url swf chm iso img xpi crx wasm'.split(
    ' ',
  ),
);

export const harmless = (kind: FileKind): FileKind => (RUNNABLE.has(kind.extension) ? { ...kind, extension: 'bin' } : kind);

/** Text formats that may be believed when a server names them, because nothing runs when they are opened. */
const TEXT_KINDS: Record<string, FileKind> = {
  'application/json': JSON_TEXT,
  'text/csv': { extension: 'csv', mimeType: 'text/csv' },
  'text/markdown': { extension: 'md', mimeType: 'text/markdown' },
};
export const textKind = (claimed: string): FileKind => TEXT_KINDS[claimed] ?? TEXT;

const ALIASES: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/apng': 'image/png',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/mp3': 'audio/mpeg',
  'audio/x-flac': 'audio/flac',
  'audio/x-m4a': 'audio/mp4',
  'application/x-gzip': 'application/gzip',
  'application/x-zip-compressed': 'application/zip',
  'text/json': 'application/json',
  'text/x-markdown': 'text/markdown',
  'text/xml': 'application/xml',
};

/** A MIME type in lower case, without parameters, under its usual name; empty for anything that is none. */
export function plainMime(claimed: unknown): string {
  if (typeof claimed !== 'string') return '';
  const bare = claimed.slice(0, 200).split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!/^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(bare)) return '';
  return ALIASES[bare] ?? bare;
}

/** Shown by a browser as they are. */
export const BROWSER_IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
/** What language models take. */
export const MODEL_IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
