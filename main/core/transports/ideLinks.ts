import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import type { RemoteConfig } from '../config/serverConfig.ts';

/** The header that proves to the editor that we could read its lock file. */
export const IDE_HEADER = 'X-Claude-Code-Ide-Authorization';
const LOCK_LIMIT = 64 * 1024;

/** An editor that offers its tools to programs on this machine (TRN-6). `authToken` is a secret. */
export interface IdeLink {
  port: number;
  pid: number;
  ideName: string;
  workspaceFolders: string[];
  transport: 'ws' | 'sse';
  authToken: string | undefined;
}

export interface IdeLinkQuery {
  /** Folder of the lock files; `defaultIdeFolder()` unless the user set another. */
  folder: string;
  /** Opened project folders; a link is offered when one of them lies in a workspace of the editor. */
  projects: readonly string[];
  isAlive?: (pid: number) => boolean;
}

export const defaultIdeFolder = (): string => join(homedir(), '.claude', 'ide');

/** Editors that are alive and have one of the projects open, by port. Broken and stale lock files are passed over; none is deleted. */
export async function findIdeLinks({ folder, projects, isAlive = processIsAlive }: IdeLinkQuery): Promise<IdeLink[]> {
  const names = await readdir(folder).catch(() => []);
  const links = await Promise.all(names.map((name) => readIdeLink(folder, name)));
  const alive = links.filter((link) => link !== undefined).filter((link) => isAlive(link.pid));
  const wanted = await Promise.all(projects.map(canonical));
  const matching = await Promise.all(
    alive.map(async (link) => {
      const workspaces = await Promise.all(link.workspaceFolders.map(canonical));
      return workspaces.some((workspace) => wanted.some((project) => isInside(project, workspace)));
    }),
  );
  return alive.filter((_, index) => matching[index]).sort((a, b) => a.port - b.port);
}

/** The lock of one port, whether or not a project matches; for entries that name an editor by its address. */
export async function findIdeLock(folder: string, port: number, isAlive: (pid: number) => boolean = processIsAlive): Promise<IdeLink | undefined> {
  const link = await readIdeLink(folder, `${port}.lock`);
  return link && isAlive(link.pid) ? link : undefined;
}

/** What a configuration needs to connect to an editor. */
export function ideLinkTarget(link: IdeLink): Pick<RemoteConfig, 'transport' | 'url' | 'headers' | 'fallbackToSse'> {
  const headers: Record<string, string> = link.authToken === undefined ? {} : { [IDE_HEADER]: link.authToken };
  const common = { headers, fallbackToSse: false };
  return link.transport === 'ws'
    ? { transport: 'ws-ide', url: `ws://127.0.0.1:${link.port}`, ...common }
    : { transport: 'sse-ide', url: `http://127.0.0.1:${link.port}/sse`, ...common };
}

/** An entry of kind `sse-ide` or `ws-ide` without the header takes it from the lock file of its port. */
export async function learnIdeHeader(
  config: RemoteConfig,
  deps: { ideFolder?: string },
  target: { learnHeader(name: string, value: string): void },
): Promise<void> {
  const isIde = config.transport === 'sse-ide' || config.transport === 'ws-ide';
  const hasHeader = Object.keys(config.headers).some((name) => name.toLowerCase() === IDE_HEADER.toLowerCase());
  if (!isIde || hasHeader || deps.ideFolder === undefined) return;
  const link = await findIdeLock(deps.ideFolder, Number(URL.parse(config.url)?.port));
  if (link?.authToken !== undefined) target.learnHeader(IDE_HEADER, link.authToken);
}

async function readIdeLink(folder: string, name: string): Promise<IdeLink | undefined> {
  const port = Number(/^(\d{1,5})\.lock$/.exec(name)?.[1]);
  if (!(port > 0 && port < 65_536)) return undefined;
  const file = join(folder, name);
  try {
    if ((await stat(file)).size > LOCK_LIMIT) return undefined;
    return parseLock(port, JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

function parseLock(port: number, value: unknown): IdeLink | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { pid, workspaceFolders, ideName, transport, authToken } = value as Record<string, unknown>;
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0) return undefined;
  return {
    port,
    pid,
    ideName: typeof ideName === 'string' && ideName !== '' ? ideName : 'Editor',
    workspaceFolders: Array.isArray(workspaceFolders) ? workspaceFolders.filter((folder) => typeof folder === 'string') : [],
    transport: transport === 'ws' ? 'ws' : 'sse',
    authToken: typeof authToken === 'string' && authToken !== '' ? authToken : undefined,
  };
}

function processIsAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process: it is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function canonical(folder: string): Promise<string> {
  const path = await realpath(folder).catch(() => resolve(folder));
  return process.platform === 'win32' || process.platform === 'darwin' ? path.toLowerCase() : path;
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path);
}
