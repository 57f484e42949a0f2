import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type LoginShellRequest, readLoginPath } from './loginShell.ts';

/**
 * What a server's process gets to see of the app's environment (TRN-1): who and where the user is, the language, how to reach the
 * network and the screen. Nothing else, in particular no keys. Values that are shell functions are left out.
 */
const POSIX_NAMES = [
  'HOME', 'LOGNAME', 'USER', 'SHELL', 'TERM', 'TZ', 'TMPDIR', 'LANG', 'LANGUAGE',
  'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS',
  'SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS',
]; // biome-ignore format: a list is read as a list
const WINDOWS_NAMES = [
  'ALLUSERSPROFILE', 'APPDATA', 'COMMONPROGRAMFILES', 'COMMONPROGRAMFILES(X86)', 'COMMONPROGRAMW6432', 'COMPUTERNAME', 'COMSPEC', 'HOMEDRIVE',
  'HOMEPATH', 'LOCALAPPDATA', 'NUMBER_OF_PROCESSORS', 'OS', 'PATHEXT', 'PROCESSOR_ARCHITECTURE', 'PROGRAMDATA', 'PROGRAMFILES',
  'PROGRAMFILES(X86)', 'PROGRAMW6432', 'SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'TMP', 'USERDOMAIN', 'USERNAME', 'USERPROFILE', 'WINDIR',
  'SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS',
]; // biome-ignore format: a list is read as a list
const PATTERNS = [/^LC_[A-Z]+$/, /^XDG_[A-Z_]+$/, /^(HTTPS?|ALL|NO)_PROXY$/i];

/** Where programs of version managers and package managers usually lie, below the home folder or anywhere. */
const USUAL_FOLDERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    '/opt/homebrew/bin', '/usr/local/bin', '/opt/local/bin', '~/.local/bin', '~/.volta/bin', '~/.asdf/shims', '~/.local/share/mise/shims',
    '~/Library/pnpm', '~/.bun/bin', '~/.deno/bin', '~/.cargo/bin', '~/.docker/bin', '/Applications/Docker.app/Contents/Resources/bin',
  ],
  linux: [
    '/usr/local/bin', '/snap/bin', '/home/linuxbrew/.linuxbrew/bin', '~/.local/bin', '~/bin', '~/.volta/bin', '~/.asdf/shims',
    '~/.local/share/mise/shims', '~/.local/share/pnpm', '~/.bun/bin', '~/.deno/bin', '~/.cargo/bin',
  ],
}; // biome-ignore format: a list is read as a list
const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];

export interface ChildEnvironmentOptions {
  /** The app's own environment. */
  env: Readonly<Record<string, string | undefined>>;
  platform?: NodeJS.Platform;
  /** The app was started from a terminal, so its own PATH is the one the user knows; the login shell is not asked. */
  fromTerminal: boolean;
  /** For the login shell, in milliseconds. */
  timeoutMs?: number;
  /** Keeps the login shell's PATH between runs: the next start uses it at once and asks the shell beside it. */
  remembered?: { load(): Promise<string | undefined>; save(value: string): void };
  readPath?: (request: LoginShellRequest) => Promise<string | undefined>;
  folderExists?: (folder: string) => Promise<boolean>;
}

/**
 * The environment of stdio servers before their entry's own `env`. Worked out once and kept; call it early, so that the login shell
 * runs beside the rest of the start.
 */
export function createChildEnvironment(options: ChildEnvironmentOptions): () => Promise<Record<string, string>> {
  let current: Promise<Record<string, string>> | undefined;
  const asked = (options.platform ?? process.platform) !== 'win32' && !options.fromTerminal;
  const ask = async (): Promise<string | undefined> => {
    const value = await loginPath(options);
    if (value !== undefined) options.remembered?.save(value);
    return value;
  };
  const first = async (): Promise<Record<string, string>> => {
    if (!asked) return build(options, undefined);
    const known = await options.remembered?.load().catch(() => undefined);
    if (known === undefined) return build(options, await ask());
    void ask().then((fresh) => {
      if (fresh !== undefined && fresh !== known) current = build(options, fresh);
    });
    return build(options, known);
  };
  return async () => {
    current ??= first();
    return { ...(await current) };
  };
}

async function build(options: ChildEnvironmentOptions, login: string | undefined): Promise<Record<string, string>> {
  const { env, platform = process.platform } = options;
  const result = allowed(env, platform);
  if (platform === 'win32') {
    const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH');
    if (key !== undefined && env[key] !== undefined) result[key] = env[key];
    return result;
  }
  const exists = options.folderExists ?? isFolder;
  const usual = (USUAL_FOLDERS[platform] ?? USUAL_FOLDERS.linux ?? []).flatMap((folder) => inHome(folder, env.HOME));
  const present = await Promise.all(usual.map(async (folder) => ((await exists(folder)) ? [folder] : [])));
  const folders = [...split(login), ...split(env.PATH), ...present.flat(), ...SYSTEM_FOLDERS];
  result.PATH = [...new Set(folders)].join(':');
  return result;
}

function allowed(env: ChildEnvironmentOptions['env'], platform: NodeJS.Platform): Record<string, string> {
  const names = new Set(platform === 'win32' ? WINDOWS_NAMES : POSIX_NAMES);
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    const known = names.has(platform === 'win32' ? name.toUpperCase() : name) || PATTERNS.some((pattern) => pattern.test(name));
    if (known && value !== undefined && !value.startsWith('()')) result[name] = value;
  }
  return result;
}

async function loginPath({
  env,
  platform = process.platform,
  timeoutMs = 5_000,
  readPath = readLoginPath,
}: ChildEnvironmentOptions): Promise<string | undefined> {
  const shell = env.SHELL && path.isAbsolute(env.SHELL) ? env.SHELL : platform === 'darwin' ? '/bin/zsh' : '/bin/sh';
  const base = { ...allowed(env, platform), PATH: env.PATH ?? SYSTEM_FOLDERS.join(':') };
  return readPath({ shell, env: base, timeoutMs }).catch(() => undefined);
}

const split = (value: string | undefined): string[] => (value ?? '').split(':').filter((folder) => folder !== '');
const inHome = (folder: string, home: string | undefined): string[] => (folder.startsWith('~') ? (home ? [home + folder.slice(1)] : []) : [folder]);
const isFolder = async (folder: string): Promise<boolean> =>
  stat(folder).then(
    (entry) => entry.isDirectory(),
    () => false,
  );

/** The entry's `env` laid over the base. On Windows names differ only by case there are one and the same. */
export function mergeEnvironment(
  base: Record<string, string>,
  own: Record<string, string>,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  if (platform !== 'win32') return { ...base, ...own };
  const taken = new Set(Object.keys(own).map((name) => name.toUpperCase()));
  return { ...Object.fromEntries(Object.entries(base).filter(([name]) => !taken.has(name.toUpperCase()))), ...own };
}
