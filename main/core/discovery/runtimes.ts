import { statSync } from 'node:fs';
import path from 'node:path';
import spawn from 'cross-spawn';
import type { RuntimeView } from '../../../preload/contract/servers.ts';

type Env = Readonly<Record<string, string>>;

export interface RuntimesOptions {
  /** The environment a server would get (TRN-1): what is found here is what servers find. */
  childEnvironment: () => Promise<Env>;
  platform?: NodeJS.Platform;
  /** How long a program may take to tell its version, in milliseconds. */
  timeoutMs?: number;
}

interface Runtime {
  name: string;
  /** Program names, the best first. */
  programs: (platform: NodeJS.Platform) => string[];
  fix: (platform: NodeJS.Platform) => string;
}

const node = 'Install Node.js from https://nodejs.org (it brings node and npx), then restart Quayside.';
const uv = (platform: NodeJS.Platform): string =>
  platform === 'win32'
    ? 'Install uv: winget install astral-sh.uv'
    : platform === 'darwin'
      ? 'Install uv: brew install uv'
      : 'Install uv: see https://docs.astral.sh/uv';

/** The programs that servers are usually started with (DIS-4). */
const RUNTIMES: readonly Runtime[] = [
  { name: 'node', programs: () => ['node'], fix: () => node },
  { name: 'npx', programs: () => ['npx'], fix: () => node },
  { name: 'uv', programs: () => ['uv'], fix: uv },
  { name: 'uvx', programs: () => ['uvx'], fix: uv },
  {
    name: 'python',
    programs: (platform) => (platform === 'win32' ? ['python', 'py', 'python3'] : ['python3', 'python']),
    fix: (platform) =>
      platform === 'darwin'
        ? 'Install Python: brew install python'
        : platform === 'win32'
          ? 'Install Python: winget install Python.Python.3.13'
          : 'Install python3 with the package manager of the system.',
  },
  {
    name: 'docker',
    programs: () => ['docker'],
    fix: () => 'Install Docker from https://docs.docker.com/get-docker; only servers that run in containers need it.',
  },
];

/** Looks for each runtime as a server would see it, and asks for its version. Never rejects; one that hangs is found without a version. */
export async function checkRuntimes({ childEnvironment, platform = process.platform, timeoutMs = 5000 }: RuntimesOptions): Promise<RuntimeView[]> {
  const env = await childEnvironment();
  return Promise.all(RUNTIMES.map((runtime) => check(runtime, env, platform, timeoutMs)));
}

async function check({ name, programs, fix }: Runtime, env: Env, platform: NodeJS.Platform, timeoutMs: number): Promise<RuntimeView> {
  let silent: RuntimeView | undefined;
  for (const program of programs(platform)) {
    const file = findProgram(program, env, platform);
    if (!file) continue;
    const version = await versionOf(file, env, timeoutMs);
    if (version !== undefined) return { name, found: true, path: file, version };
    // Windows puts a stub named python.exe on the PATH that only opens the store.
    if (!/[\\/]WindowsApps[\\/]/i.test(file))
      silent ??= { name, found: true, path: file, fix: `${file} did not tell its version; it may be broken. ${fix(platform)}` };
  }
  return silent ?? { name, found: false, fix: fix(platform) };
}

/** The file that a program name means in an environment: PATH, on Windows with PATHEXT; on other systems it must be executable. */
export function findProgram(program: string, env: Env, platform: NodeJS.Platform = process.platform): string | undefined {
  const windows = platform === 'win32';
  const read = (name: string): string =>
    env[name] ?? env[Object.keys(env).find((key) => windows && key.toLowerCase() === name.toLowerCase()) ?? ''] ?? '';
  const endings = windows ? read('PATHEXT').split(';').filter(Boolean) : [''];
  if (windows && endings.length === 0) endings.push('.EXE', '.CMD', '.BAT', '.COM');
  for (const folder of read('PATH').split(windows ? ';' : ':')) {
    // An empty part of PATH means the current folder, which is nobody's business here.
    if (folder === '') continue;
    for (const ending of endings) {
      const file = path.join(folder, program + ending.toLowerCase());
      if (isProgram(file, windows)) return file;
    }
  }
  return undefined;
}

function isProgram(file: string, windows: boolean): boolean {
  try {
    const stat = statSync(file);
    return stat.isFile() && (windows || (stat.mode & 0o111) !== 0);
  } catch {
    return false;
  }
}

/** The version in the first line of `--version`, or nothing when the program fails, hangs or says nothing. */
function versionOf(file: string, env: Env, timeoutMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    let output = '';
    const group = process.platform !== 'win32';
    const child = spawn(file, ['--version'], { env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: group, windowsHide: true });
    const take = (chunk: Buffer): void => {
      output = `${output}${chunk.toString('utf8')}`.slice(0, 4000);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    const timer = setTimeout(() => settle(undefined), timeoutMs);
    timer.unref();
    let done = false;
    function settle(version: string | undefined): void {
      if (done) return;
      done = true;
      clearTimeout(timer);
      child.stdout?.destroy();
      child.stderr?.destroy();
      if (child.pid !== undefined && child.exitCode === null) endGroup(child.pid, group, () => child.kill('SIGKILL'));
      resolve(version);
    }
    child.once('error', () => settle(undefined));
    // `close`, not `exit`: the version may still be in the pipe.
    child.once('close', (code) =>
      settle(
        code === 0
          ? (/\d+(\.\d+)+\S*/.exec(output)?.[0]?.replace(/[,;]$/, '') ?? (output.trim().split('\n', 1)[0]?.slice(0, 60) || undefined))
          : undefined,
      ),
    );
  });
}

/** Version managers start the real program below themselves; the whole group goes. */
function endGroup(pid: number, group: boolean, fallback: () => void): void {
  try {
    if (group) process.kill(-pid, 'SIGKILL');
    else fallback();
  } catch {
    // Already gone.
  }
}
