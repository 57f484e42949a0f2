import { posix, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fold, hasHidden, type Match, type MatchContext } from './match.ts';

/** Longer than any file system takes. */
const MAX_PATH = 4_096;
/** Encoded dots and slashes: a server may decode them once more. */
const ENCODED = /%(2e|2f|5c|00)/i;

type PathRules = typeof posix;

/**
 * The path argument lies inside the folder (or is the folder). Links and `..` are followed, in both readings that programs use:
 * first tidy the text and then follow links, or follow links step by step. `surely` needs every reading inside; one reading inside is
 * `maybe`. A path that cannot be read with certainty (relative, `~`, NUL, encoded dots, hidden characters) is at most `maybe`.
 */
export function matchIn(folder: string, actual: unknown, context: MatchContext): Match {
  if (typeof actual !== 'string' || actual.length > MAX_PATH) return 'maybe';
  const style = context.pathStyle ?? (process.platform === 'win32' ? 'win32' : 'posix');
  const rules = style === 'win32' ? win32 : posix;
  const root = absoluteFolder(folder, rules, context);
  if (root === undefined) return 'maybe';
  const target = filePath(actual, style);
  if (target === undefined || strange(target, style)) return 'maybe';
  const { paths, certain } = spellings(target, rules, context);
  if (paths.length === 0) return 'maybe';
  const roots = realPaths([root], rules, context.realPath);
  const readings = realPaths(paths, rules, context.realPath);
  const inside = readings.map((path) => roots.some((base) => contains(base, path, rules)));
  if (certain && inside.every(Boolean) && !ENCODED.test(actual)) return 'surely';
  if (inside.some(Boolean)) return 'maybe';
  if (ENCODED.test(actual)) return 'maybe';
  return readings.some((path) => roots.some((base) => contains(fold(base), fold(path), rules))) ? 'maybe' : 'no';
}

function absoluteFolder(folder: string, rules: PathRules, context: MatchContext): string | undefined {
  if (/^~(?=[/\\]|$)/.test(folder)) return context.homeFolder && rules.join(context.homeFolder, folder.slice(1));
  if (rules.isAbsolute(folder)) return folder;
  return context.projectFolder && rules.join(context.projectFolder, folder);
}

/** A file: URL as a path; anything else as it is. Undefined for a URL that names no local file. */
function filePath(text: string, style: 'posix' | 'win32'): string | undefined {
  if (!/^file:/i.test(text)) return text;
  try {
    return fileURLToPath(text, { windows: style === 'win32' });
  } catch {
    return undefined;
  }
}

function strange(path: string, style: 'posix' | 'win32'): boolean {
  if (path === '' || hasHidden(path)) return true;
  if (style === 'posix') return path.includes('\\');
  // Device names, alternate streams and trailing dots or spaces: Windows reads other names than the text shows.
  const rest = path.replace(/^[A-Za-z]:/, '');
  return /^[\\/]{2}[?.]/.test(path) || rest.includes(':') || rest.split(/[\\/]/).some((part) => /[. ]$/.test(part) && part !== '.' && part !== '..');
}

/** The absolute paths a text may stand for. Only an absolute text is certain: nobody here knows a server's own working folder. */
function spellings(path: string, rules: PathRules, context: MatchContext): { paths: string[]; certain: boolean } {
  if (rules.isAbsolute(path)) {
    // On Windows `\x` is absolute on a drive that only the server knows.
    const certain = rules === posix || /^([A-Za-z]:[\\/]|[\\/]{2})/.test(path);
    return { paths: [path], certain };
  }
  if (/^~(?=[/\\]|$)/.test(path)) return { paths: context.homeFolder ? [rules.join(context.homeFolder, path.slice(1))] : [], certain: false };
  // A relative path that climbs may end anywhere.
  if (path.split(/[\\/]/).includes('..') || path.startsWith('~') || /^[A-Za-z]:/.test(path)) return { paths: [], certain: false };
  const bases = [context.projectFolder, context.homeFolder, rules.sep].filter((base) => base !== undefined);
  return { paths: bases.map((base) => `${base}${rules.sep}${path}`), certain: false };
}

function realPaths(paths: string[], rules: PathRules, realPath: (path: string) => string): string[] {
  return paths.flatMap((path) => [realPath(path), realPath(rules.normalize(path))]).map((path) => rules.normalize(path));
}

/** Compares whole steps, so that `/data` does not hold `/data-old`. Windows names ignore case. */
function contains(folder: string, path: string, rules: PathRules): boolean {
  const steps = (text: string): string[] => (rules === win32 ? text.toLowerCase() : text).split(/[\\/]/).filter((step) => step !== '');
  const [outer, inner] = [steps(folder), steps(path)];
  return outer.length <= inner.length && outer.every((step, i) => step === inner[i]);
}
