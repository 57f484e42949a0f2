import readline from 'node:readline';
import { toErrorInfo } from '../../core/base/hostError.ts';
import type { Remember } from '../../core/ports.ts';
import { configNamed } from '../connect.ts';
import type { Command, CommandContext } from '../context.ts';
import { EXIT } from '../exitCodes.ts';
import { chooseKeeping } from '../keepLogin.ts';

/** `sign-in SERVER`: the sign-in of one server, the only one that is started; the login is there for the window too. */
export const signIn: Command = async (context) => {
  const { core, args, signal } = context;
  const [name = ''] = args.positionals;
  const config = await configNamed(context, name);
  const remember: Remember = await chooseKeeping(context, config);
  // The connection finds out what the server asks for, and then shows whether the login works. A local program is not started to be told no.
  core.servers.apply(config.transport === 'stdio' ? [] : [config]);
  await core.servers.settled(signal);
  signal.throwIfAborted();
  const stopListening = readPasted(context, name);
  const cancel = (): void => core.auth.cancelSignIn(name);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await core.auth.signIn(config, remember, args.scope.length > 0 ? args.scope : undefined);
  } finally {
    stopListening();
    signal.removeEventListener('abort', cancel);
  }
  await core.servers.settled(signal);
  return report(context, name);
};

/** `sign-out SERVER`: the login server is told where it can be, and this machine forgets. Nothing is started. */
export const signOut: Command = async (context) => {
  const { core, args, out } = context;
  const [name = ''] = args.positionals;
  const { revoked } = await core.auth.signOut(await configNamed(context, name));
  if (args.json) out.json({ server: name, signedIn: false, revoked });
  else out.text(revoked ? `Signed out of ${name}; its login server was told.` : `Signed out of ${name}.`);
  return EXIT.ok;
};

/** On a terminal a person may paste the address the browser ended at, when it runs on another machine. */
function readPasted({ core, out }: CommandContext, name: string): () => void {
  if (!core.options.interactive) return () => undefined;
  // Without `terminal` the keys stay with the terminal itself, Ctrl+C included.
  const lines = readline.createInterface({ input: process.stdin, terminal: false });
  lines.on('line', (line) => {
    if (line.trim() === '') return;
    try {
      core.auth.pasteCallback(name, line);
    } catch (error) {
      const { message, fix } = toErrorInfo(error);
      out.note(`${message}${fix ? `\n  → ${fix}` : ''}`);
    }
  });
  return () => lines.close();
}

function report({ core, args, out }: CommandContext, name: string): number {
  const record = core.servers.get(name);
  const account = record && core.auth.stateOf(record.config);
  const { state, counts } = record ?? {};
  const error = state?.kind === 'failed' || state?.kind === 'needs-auth' ? state.error : undefined;
  if (args.json) {
    const { signedIn = false, issuer, scopes, expiresAt, remember } = account ?? {};
    const facts = { issuer, scopes, expiresAt, remember, state: state?.kind, tools: counts?.tools };
    out.json({ server: name, signedIn, ...facts, ...(error ? { error: { code: error.code, message: error.message } } : {}) });
  } else {
    out.text(`Signed in to ${name}${account?.scopes?.length ? ` (${account.scopes.join(' ')})` : ''}.`);
    if (state?.kind === 'connected') out.text(`${name} is connected, ${counts?.tools ?? 0} tools.`);
    if (error) out.note(`${error.code}: ${error.message}${error.fix ? `\n  → ${error.fix}` : ''}`);
  }
  if (state?.kind === 'needs-auth') return EXIT.needsSignIn;
  return state?.kind === 'failed' ? EXIT.failed : EXIT.ok;
}
