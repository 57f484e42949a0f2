import { readFile, stat } from 'node:fs/promises';
import type { Sharp, SharpOptions } from 'sharp';
import { MODEL_IMAGES, SVG } from './fileKinds.ts';
import { svgObjection } from './svgGuard.ts';

export interface ImageLimits {
  /** Pixels of the longer side. */
  maxSide: number;
  maxBytes: number;
}

/** `same`: the file itself fits. `made`: new bytes. `none`: no model can take it, with the reason as part of a sentence. */
export type Shrunk =
  | { kind: 'same'; width: number; height: number }
  | { kind: 'made'; data: Buffer; mimeType: string; width: number; height: number; notes: string[] }
  | { kind: 'none'; reason: string };

/** Formats whose readers are built in and safe to point at foreign bytes. */
const READABLE = new Set([...MODEL_IMAGES, 'image/avif', 'image/tiff', SVG.mimeType]);
/** A picture of more pixels is a bomb: 100 megapixels are 400 MB once unpacked. */
const MAX_PIXELS = 100_000_000;
const SECONDS = 20;
/** More bytes are not even looked at. */
const MAX_INPUT = 100_000_000;

/**
 * Makes an image fit for a language model (CAL-6): turned upright, first frame, at most `maxSide` and `maxBytes`, in a format all models take.
 * The work happens on libvips' own threads. Never rejects.
 */
export async function shrinkImage(file: string, mimeType: string, limits: ImageLimits): Promise<Shrunk> {
  try {
    if (!READABLE.has(mimeType)) return { kind: 'none', reason: mimeType.startsWith('image/') ? `models cannot take ${mimeType}` : 'it is no image' };
    const { size } = await stat(file);
    if (size > MAX_INPUT) return { kind: 'none', reason: 'it is too large' };
    const objection = mimeType === SVG.mimeType ? svgObjection(await readFile(file)) : undefined;
    if (objection) return { kind: 'none', reason: objection };
    return await shrink(file, mimeType, size, limits);
  } catch (error) {
    return { kind: 'none', reason: /pixel limit/i.test(String(error)) ? 'it has too many pixels' : 'it cannot be decoded' };
  }
}

const OPTIONS: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false, pages: 1, sequentialRead: true };

async function shrink(file: string, mimeType: string, size: number, { maxSide, maxBytes }: ImageLimits): Promise<Shrunk> {
  const { default: sharp } = await import('sharp');
  // No file stays open behind our back: on Windows it could not be cleaned up.
  sharp.cache(false);
  const facts = await sharp(file, { ...OPTIONS, pages: -1 }).metadata();
  const frames = facts.pages ?? 1;
  const height = facts.pageHeight ?? facts.height;
  const upright = (facts.orientation ?? 1) === 1;
  if (MODEL_IMAGES.has(mimeType) && frames === 1 && upright && Math.max(facts.width, height) <= maxSide && size <= maxBytes) {
    // The header alone proves nothing: a model's provider refuses a broken image, and then the whole conversation.
    await sharp(file, OPTIONS).timeout({ seconds: SECONDS }).stats();
    return { kind: 'same', width: facts.width, height };
  }
  const picture = sharp(file, OPTIONS).timeout({ seconds: SECONDS }).autoOrient();
  const { data, info } = await picture
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { raw: { width: info.width, height: info.height, channels: info.channels } };
  const flat = mimeType === 'image/jpeg' || !(facts.hasAlpha ?? false);
  const made = await encode((side) => resized(sharp(data, raw), side), Math.max(info.width, info.height), maxBytes, flat, mimeType);
  if (!made) return { kind: 'none', reason: 'it cannot be made small enough' };
  const notes = frames > 1 ? [`The first of ${frames} frames is shown.`] : [];
  return { kind: 'made', ...made, notes };
}

const resized = (picture: Sharp, side: number | undefined): Sharp =>
  side === undefined ? picture : picture.resize({ width: side, height: side, fit: 'inside' });

interface Made {
  data: Buffer;
  mimeType: string;
  width: number;
  height: number;
}

/** Without loss where that fits (drawings, screenshots), then with less and less quality, then smaller. */
async function encode(at: (side?: number) => Sharp, side: number, maxBytes: number, flat: boolean, source: string): Promise<Made | undefined> {
  const drawn = ['image/png', 'image/gif', SVG.mimeType].includes(source);
  if (drawn) {
    const made = await fits(at().png({ compressionLevel: 9 }), 'image/png', maxBytes);
    if (made) return made;
  }
  for (let current = side; current >= 32; current = Math.floor(current * 0.7)) {
    for (const quality of [85, 65, 45]) {
      const picture = at(current === side ? undefined : current);
      const made = flat
        ? await fits(picture.flatten({ background: '#ffffff' }).jpeg({ quality }), 'image/jpeg', maxBytes)
        : await fits(picture.webp({ quality }), 'image/webp', maxBytes);
      if (made) return made;
    }
  }
  return undefined;
}

async function fits(picture: Sharp, mimeType: string, maxBytes: number): Promise<Made | undefined> {
  const { data, info } = await picture.timeout({ seconds: SECONDS }).toBuffer({ resolveWithObject: true });
  return data.length <= maxBytes ? { data, mimeType, width: info.width, height: info.height } : undefined;
}
