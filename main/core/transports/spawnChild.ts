import type { ChildProcessByStdio } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import spawn from 'cross-spawn';
import { HostError } from '../base/hostError.ts';
import { missingCommandFix } from './commandHints.ts';
import { type FoundCommand, findCommand } from './findCommand.ts';

export type ServerProcess = ChildProcessByStdio<Writable, Readable, Readable>;

export interface SpawnRequest {
  /** The entry's name, for messages. */
  server: string;
  command: string;
  args: readonly string[];
  /** The whole environment of the child. */
  env: Record<string, string>;
  cwd?: string | undefined;
  platform?: NodeJS.Platform;
}

/**
 * Starts a server as the leader of its own process group (POSIX: own session too, so that a terminal's Ctrl+C does not hit it), with
 * pipes on all three streams and without a shell. On Windows cross-spawn runs `.cmd` and `.bat` files with their arguments escaped.
 * `onSpawned` runs in the same turn, before any event of the child can be missed.
 * Rejects with `spawn.not_found`, `spawn.permission` or `spawn.failed`; each names the command and the way out.
 */
export async function spawnChild(request: SpawnRequest, onSpawned: (child: ServerProcess) => void): Promise<ServerProcess> {
  const { server, command, args, env, cwd, platform = process.platform } = request;
  refuseNullCharacters(request);
  await checkFolder(server, cwd);
  if (command.trim() === '') throw notStarted('spawn.not_found', server, 'its entry names no command.', 'Fill in "command".');
  const found = await findCommand(command, { env, cwd: cwd ?? process.cwd(), platform });
  if (found.kind !== 'found') throw explainLookup(server, command, found);
  let child: ServerProcess;
  try {
    child = spawn(command, [...args], {
      env,
      ...(cwd !== undefined && { cwd }),
      detached: platform !== 'win32',
      windowsHide: true,
      shell: false,
      stdio: ['pipe', 'pipe', 'pipe'],
    }) as ServerProcess;
  } catch (error) {
    throw explainSpawn(server, command, error);
  }
  if (child.pid !== undefined) onSpawned(child);
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child));
    child.once('error', (error) => reject(explainSpawn(server, command, error)));
  });
}

type SpawnCode = 'spawn.not_found' | 'spawn.permission' | 'spawn.failed';

function notStarted(code: SpawnCode, server: string, what: string, fix: string, params: Record<string, string> = {}, cause?: unknown): HostError {
  return new HostError(code, `Server "${server}" was not started: ${what}`, {
    fix,
    params: { server, ...params },
    ...(cause !== undefined && { cause }),
  });
}

function explainLookup(server: string, command: string, found: Exclude<FoundCommand, { kind: 'found' }>): HostError {
  const say = (code: SpawnCode, what: string, fix: string, more: Record<string, string> = {}): HostError =>
    notStarted(code, server, what, fix, { command, ...more });
  switch (found.kind) {
    case 'missing':
      return say('spawn.not_found', `the command "${command}" was not found.`, missingCommandFix(command), { searched: found.searched.join(' ') });
    case 'directory':
      return say('spawn.permission', `"${found.file}" is a folder, not a program.`, 'Name the program inside it in "command".', { file: found.file });
    case 'not-executable':
      return say('spawn.permission', `the file "${found.file}" exists but may not be run.`, `Make it executable: chmod +x "${found.file}".`, {
        file: found.file,
      });
    case 'no-program':
      return say(
        'spawn.failed',
        `"${found.file}" is not a program for this computer.`,
        'Name the program that runs it in "command" (for example node or python3) and this file in "args", or give a script a #! line.',
        { file: found.file },
      );
  }
}

/** What the system said, for what the look-up could not foresee. */
function explainSpawn(server: string, command: string, error: unknown): HostError {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
  const say = (kind: SpawnCode, what: string, fix: string): HostError => notStarted(kind, server, what, fix, { command, system: code }, error);
  switch (code) {
    case 'ENOENT':
      // The file itself is there: it is a script, and the program its first line names is missing.
      return say('spawn.not_found', `the program that runs "${command}" was not found.`, 'Install what its first line (#!) names.');
    case 'EACCES':
    case 'EPERM':
      return say(
        'spawn.permission',
        `"${command}" may not be run.`,
        'Check the permissions of the file and its folders, and that its disk is not mounted noexec.',
      );
    case 'ENOEXEC':
    case 'EBADARCH':
      return say('spawn.failed', `"${command}" is not a program for this computer.`, 'Install the build for this system and processor.');
    case 'E2BIG':
      return say('spawn.failed', 'its arguments and environment are too long for the system.', 'Shorten "args" or "env".');
    case 'EMFILE':
    case 'ENFILE':
      return say('spawn.failed', 'too many files are open.', 'Stop some servers, or raise the limit of open files.');
    case 'EAGAIN':
    case 'ENOMEM':
      return say('spawn.failed', 'the system has no room for another process.', 'Stop some servers or close other programs.');
    default:
      return say('spawn.failed', `the system refused to run "${command}" (${code}).`, 'Try the command in a terminal.');
  }
}

async function checkFolder(server: string, cwd: string | undefined): Promise<void> {
  if (cwd === undefined) return;
  const say = (what: string): HostError =>
    notStarted('spawn.failed', server, `its working folder "${cwd}" ${what}.`, 'Correct "cwd" in the entry, or make the folder.', { cwd });
  const entry = await stat(cwd).catch((error: NodeJS.ErrnoException) => {
    throw say(error.code === 'EACCES' ? 'may not be entered' : 'does not exist');
  });
  if (!entry.isDirectory()) throw say('is not a folder');
}

/** Node refuses them with the whole value in its message; a value may be a secret. */
function refuseNullCharacters({ server, command, args, env, cwd }: SpawnRequest): void {
  const where = [
    command.includes('\0') && '"command"',
    cwd?.includes('\0') && '"cwd"',
    args.some((arg) => arg.includes('\0')) && '"args"',
    ...Object.entries(env).map(([name, value]) => (name + value).includes('\0') && `the variable "${name.replaceAll('\0', '')}"`),
  ].find((place) => typeof place === 'string');
  if (where) throw notStarted('spawn.failed', server, `${where} holds a null character.`, 'Remove it from the entry.');
}
