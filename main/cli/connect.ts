import type { Notice } from '../../preload/contract/servers.ts';
import { HostError } from '../core/base/hostError.ts';
import type { ServerConfig } from '../core/config/serverConfig.ts';
import type { ServerRecord } from '../core/servers/serverHost.ts';
import type { Tool } from '../core/tools/tool.ts';
import type { CommandContext } from './context.ts';

/** Starts the core and waits until every server is settled, or the person interrupts. */
export async function connectAll(context: CommandContext): Promise<void> {
  await context.core.start();
  await untilSettled(context);
}

/** The second half of it, for a core that was started. */
export async function untilSettled({ core, signal }: CommandContext): Promise<void> {
  await core.servers.settled(signal);
  signal.throwIfAborted();
}

/** All notices of configuration, settings and tool lists. */
export const allNotices = ({ core }: CommandContext): Notice[] => [
  ...core.settings.notices(),
  ...core.config.current().notices,
  ...core.tools
    .notices()
    .map(({ server, code, message }) => ({ id: `${server}:${code}:${message}`, severity: 'warning' as const, code, message, server })),
];

export function printNotices(context: CommandContext): void {
  for (const notice of allNotices(context)) {
    const place = [notice.file, notice.line].filter((part) => part !== undefined).join(':');
    context.out.note(
      `${notice.severity === 'info' ? 'note' : notice.severity}: ${notice.message}${place ? ` (${place})` : ''}${notice.fix ? `\n  → ${notice.fix}` : ''}`,
    );
  }
  for (const { name, state } of context.core.servers.list()) {
    if (state.kind === 'needs-auth')
      context.out.note(`note: ${name} needs a sign-in.\n  → quayside sign-in ${/^[\w.-]+$/.test(name) ? name : JSON.stringify(name)}`);
  }
}

/** The entry of a server by name; nothing is started. Throws with the names there are, or with what is wrong with the entry. */
export async function configNamed(context: CommandContext, name: string): Promise<ServerConfig> {
  const { configs } = await context.core.config.load();
  return configs.find((config) => config.name === name) ?? missingServer(context, name);
}

/** The record of a server by name. Throws with the names there are, or with what is wrong with its entry. */
export function serverNamed(context: CommandContext, name: string): ServerRecord {
  return context.core.servers.get(name) ?? missingServer(context, name);
}

function missingServer({ core }: CommandContext, name: string): never {
  const broken = core.config.current().broken.find((entry) => entry.name === name);
  if (broken) throw new HostError(broken.error.code, broken.error.message, broken.error.fix ? { fix: broken.error.fix } : {});
  const names = core.config.current().configs.map((config) => config.name);
  throw new HostError('host.not_found', `There is no server "${name}".`, {
    fix: names.length ? `There are: ${names.join(', ')}.` : 'No server is configured.',
  });
}

/** A tool by the server's own name for it. Throws why it is not there. */
export function toolNamed(context: CommandContext, server: string, original: string): Tool {
  const record = serverNamed(context, server);
  const tool = context.core.tools.find(server, original);
  if (tool) return tool;
  const { state } = record;
  if (state.kind === 'failed' || state.kind === 'needs-auth') {
    throw new HostError(state.error.code, state.error.message, state.error.fix ? { fix: state.error.fix } : {});
  }
  if (state.kind === 'disabled') throw new HostError('host.unavailable', `The server "${server}" is switched off.`, { fix: 'Switch it on first.' });
  const aside = context.core.tools.quarantined(server).find((other) => other.original === original);
  if (aside) throw new HostError('call.unknown_tool', `The tool "${original}" was set aside: ${aside.reason}`);
  const names = context.core.tools.ofServer(server).map((other) => other.original);
  throw new HostError('call.unknown_tool', `The server "${server}" has no tool "${original}".`, {
    fix: names.length ? `It has: ${names.slice(0, 20).join(', ')}.` : 'It has no tools.',
  });
}
