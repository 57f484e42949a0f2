import { readFile } from 'node:fs/promises';
import type { ModelImage } from '../../results/result.ts';

/** An image with its bytes, or the reason why it is left out. */
export type LoadedImage = { mimeType: string; base64: string } | { missing: string };

export type LoadImage = (image: ModelImage) => Promise<LoadedImage>;

/** Reads the file of an image. A file that is gone becomes a note; it never ends the run. */
export const loadImage: LoadImage = async (image) => {
  try {
    return { mimeType: image.mimeType, base64: (await readFile(image.path)).toString('base64') };
  } catch {
    return { missing: '[An image of this result is no longer on disk.]' };
  }
};
