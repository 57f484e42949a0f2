import { BINARY, type FileKind, harmless, plainMime, SVG, textKind } from './fileKinds.ts';

/** As many bytes from the beginning as are looked at. */
export const SNIFF_BYTES = 65_536;

export interface Sniffed {
  kind: FileKind;
  /** Present when the server said something else: one plain sentence. */
  mismatch?: string;
}

/** Finds out what a file is from its first bytes; the server's word only chooses between harmless text formats (CAL-6). */
export async function sniff(head: Buffer, claimed?: string): Promise<Sniffed> {
  const said = plainMime(claimed);
  const kind = harmless((await kindOf(head, said)) ?? BINARY);
  const known = kind.mimeType !== BINARY.mimeType;
  if (said === '' || said === kind.mimeType || (!known && !/^(image|audio|video)\//.test(said) && said !== 'application/pdf')) return { kind };
  // XML dialects and text formats are all text in the end.
  if (kind.mimeType.startsWith('text/') && /^text\/|[+/]xml$|[+/]json$/.test(said)) return { kind };
  return {
    kind,
    mismatch: known ? `The server called it ${said}, but it is ${kind.mimeType}.` : `The server called it ${said}, but its content is none.`,
  };
}

async function kindOf(head: Buffer, said: string): Promise<FileKind | undefined> {
  const text = textOf(head);
  if (text !== undefined) {
    if (/^(?:\s|<\?xml[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[\s\S]*?\])?[^>]*>)*<svg[\s>/]/i.test(text.slice(0, 4_096))) return SVG;
    return text === '' ? undefined : textKind(said);
  }
  try {
    const { fileTypeFromBuffer } = await import('file-type');
    const found = await fileTypeFromBuffer(head);
    return found && { extension: found.ext, mimeType: plainMime(found.mime) || found.mime };
  } catch {
    // A broken header confuses the reader of its format; then it is just bytes.
    return undefined;
  }
}

/** The bytes as text, when they are well-formed UTF-8 without control characters. A character cut at the end does not count. */
function textOf(head: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells binary from text
    return /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
