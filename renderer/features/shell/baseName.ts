/** The last part of a path, on any system. */
export const baseName = (path: string): string => path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
