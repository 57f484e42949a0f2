import readline from 'node:readline/promises';
import { HostError } from '../core/base/hostError.ts';
import type { ServerConfig } from '../core/config/serverConfig.ts';
import type { Remember } from '../core/ports.ts';
import type { CommandContext } from './context.ts';

/**
 * Where a login is kept (CFG-8). The command line has no encryption of the system, and a login that ends with the command is of no use: the
 * person says once that a file will do, by option or by answer. @throws HostError when nobody is there to ask.
 */
export async function chooseKeeping({ core, args, signal }: CommandContext, config: ServerConfig): Promise<Remember> {
  if (core.secrets.canEncrypt) return 'encrypted';
  if (args.remember === 'file' || (await core.auth.keptAs(config)) === 'file') return 'file';
  const { secretsFile } = core.options.paths;
  const fix = `Add --remember file to keep the login in ${secretsFile}, which only you can read; or sign in from the window.`;
  if (!core.options.interactive)
    throw new HostError('host.bad_input', 'The command line cannot encrypt the login and nobody said that a file will do.', { fix });
  const terminal = readline.createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`Nothing here can encrypt the login. Keep it in ${secretsFile}, which only you can read? [y/N] `, {
      signal,
    });
    if (/^y(es)?$/i.test(answer.trim())) return 'file';
  } finally {
    terminal.close();
  }
  throw new HostError('call.cancelled', `Nothing was signed in to.`, { fix });
}
