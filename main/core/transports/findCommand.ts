import { constants } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import path from 'node:path';

export type FoundCommand =
  | { kind: 'found'; file: string }
  | { kind: 'missing'; searched: string[] }
  | { kind: 'directory'; file: string }
  /** There is a file of that name, but the user may not run it. */
  | { kind: 'not-executable'; file: string }
  /** It may be run but is neither a program nor a script with a `#!` line; the system would hand it to a shell unseen. */
  | { kind: 'no-program'; file: string };

export interface CommandPlace {
  /** The child's environment: its PATH is searched, not the app's. */
  env: Readonly<Record<string, string>>;
  /** The child's working folder: relative commands and relative PATH entries hang on it. */
  cwd: string;
  platform: NodeJS.Platform;
}

/** Finds what `command` would start, the way the system does, so that a failure can be explained before it happens. */
export async function findCommand(command: string, place: CommandPlace): Promise<FoundCommand> {
  const windows = place.platform === 'win32';
  const named = command.includes('/') || (windows && (command.includes('\\') || /^[a-z]:/i.test(command)));
  const folders = named ? [''] : searchFolders(place);
  let second: FoundCommand | undefined;
  for (const folder of folders) {
    for (const name of windows ? windowsNames(command, place.env) : [command]) {
      const found = await look(path.resolve(place.cwd, folder, name), windows);
      if (found?.kind === 'found') return found;
      // A folder on PATH that happens to hold a directory of that name is passed over by the system too.
      if (found && (named || found.kind !== 'directory')) second ??= found;
    }
  }
  return second ?? { kind: 'missing', searched: named ? [path.resolve(place.cwd, command)] : folders };
}

function searchFolders({ env, platform }: CommandPlace): string[] {
  const separator = platform === 'win32' ? ';' : ':';
  const value = Object.entries(env).find(([name]) => (platform === 'win32' ? name.toUpperCase() === 'PATH' : name === 'PATH'))?.[1];
  return [...new Set((value ?? '').split(separator).map((folder) => folder.replace(/^"(.*)"$/, '$1')))].filter((folder) => folder !== '');
}

function windowsNames(command: string, env: Readonly<Record<string, string>>): string[] {
  const value = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATHEXT')?.[1] ?? '.COM;.EXE;.BAT;.CMD';
  const endings = value.split(';').filter((ending) => ending !== '');
  const has = endings.some((ending) => command.toLowerCase().endsWith(ending.toLowerCase()));
  return has ? [command, ...endings.map((ending) => command + ending)] : endings.map((ending) => command + ending);
}

async function look(file: string, windows: boolean): Promise<FoundCommand | undefined> {
  try {
    if ((await stat(file)).isDirectory()) return { kind: 'directory', file };
    if (windows) return { kind: 'found', file };
  } catch {
    // ENOENT, ENOTDIR, ELOOP, a folder that may not be entered: the file is not here.
    return undefined;
  }
  try {
    await access(file, constants.X_OK);
  } catch {
    return { kind: 'not-executable', file };
  }
  return (await isProgram(file)) ? { kind: 'found', file } : { kind: 'no-program', file };
}

/** First bytes of programs: script, ELF, and the Mach-O family. */
const MAGIC = ['2321', '7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe', 'bebafeca', 'cafebabf'];

async function isProgram(file: string): Promise<boolean> {
  let head: Buffer;
  try {
    const handle = await open(file, 'r');
    try {
      head = (await handle.read(Buffer.alloc(4), 0, 4, 0)).buffer;
    } finally {
      await handle.close();
    }
  } catch {
    // A program may be runnable without being readable.
    return true;
  }
  const hex = head.toString('hex');
  // `MZ`: Windows programs run under WSL and wine.
  return hex.startsWith('4d5a') || MAGIC.some((magic) => hex.startsWith(magic));
}
