import { lstatSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** As the kernels do it: more links than this on one way are a loop. */
const MAX_LINKS = 40;

/**
 * Where a path really leads: every link is followed step by step, also one whose target does not exist yet (a write would create it).
 * What does not exist is kept as it is written. Throws on a loop of links; the gate takes that as a denial.
 */
export function realPathOf(target: string): string {
  const { root } = path.parse(path.isAbsolute(target) ? target : path.resolve(target));
  const absolute = path.isAbsolute(target) ? target : `${process.cwd()}${path.sep}${target}`;
  const waiting = stepsOf(absolute.slice(root.length));
  let current = root;
  let links = 0;
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    if (step === '..') {
      current = path.dirname(current);
      continue;
    }
    const next = path.join(current, step);
    const link = linkTarget(next);
    if (link === undefined) {
      current = next;
      continue;
    }
    links += 1;
    if (links > MAX_LINKS) throw new Error('Too many symbolic links.');
    if (path.isAbsolute(link)) current = path.parse(link).root;
    waiting.unshift(...stepsOf(path.isAbsolute(link) ? link.slice(current.length) : link));
  }
  return current;
}

const stepsOf = (text: string): string[] => text.split(path.sep === '\\' ? /[\\/]+/ : /\/+/).filter((step) => step !== '' && step !== '.');

/** Undefined for everything that is not a link, and for what is not there. */
function linkTarget(file: string): string | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(file) : undefined;
  } catch (error) {
    // A file used as a folder, a name that is too long, no right to look: then no server reaches anything behind it through a link either.
    if (['ENOTDIR', 'ENAMETOOLONG', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
