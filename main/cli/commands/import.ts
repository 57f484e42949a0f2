import type { Command } from '../context.ts';
import { EXIT } from '../exitCodes.ts';
import { table } from '../output.ts';

/** `import FILE [--write]`: shows the servers of another app's file, or adopts those whose names are free. Nothing is started. */
export const importServers: Command = async ({ core, args, out }) => {
  const [file = ''] = args.positionals;
  await core.config.load();
  const { servers, notices } = await core.config.importFile(file, { write: args.write });
  if (args.json) out.json({ servers, notices: notices.map(({ id: _, ...notice }) => notice) });
  else {
    for (const line of table(servers.map(({ name, transport, target }) => [name, transport, target]))) out.text(line);
    for (const { severity, message, fix } of notices) out.note(`${severity}: ${message}${fix ? `\n  → ${fix}` : ''}`);
    if (!args.write && servers.length > 0) out.note('Nothing was written. Add --write to adopt these servers.');
  }
  return servers.length === 0 && notices.some(({ severity }) => severity === 'error') ? EXIT.failed : EXIT.ok;
};
