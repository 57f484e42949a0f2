import { connectAll, printNotices, serverNamed } from '../connect.ts';
import type { Command } from '../context.ts';
import { EXIT } from '../exitCodes.ts';
import { table } from '../output.ts';

/** `tools [SERVER]`: the tool table as a model would be offered it. */
export const tools: Command = async (context) => {
  const { core, args, out } = context;
  await connectAll(context);
  const [server] = args.positionals;
  if (server !== undefined) serverNamed(context, server);
  const listed = core.tools.snapshot().tools.filter((tool) => server === undefined || tool.server === server);
  const quarantined = core.tools.quarantined(server).map(({ server: owner, original, reason, pointer }) => ({
    server: owner,
    original,
    reason,
    ...(pointer === undefined ? {} : { pointer }),
  }));
  if (args.json) {
    out.json({
      tools: listed.map((tool) => ({
        name: tool.name,
        server: tool.server,
        original: tool.original,
        title: tool.title,
        description: tool.description,
        inputSchema: tool.inputSchema,
        annotations: tool.annotations,
        pinned: core.pins.stateOf(tool) === 'pinned',
        ...(tool.notes && tool.notes.length > 0 ? { notes: tool.notes } : {}),
      })),
      quarantined,
    });
  } else {
    for (const line of table(listed.map((tool) => [tool.name, tool.catalogLine]))) out.text(line);
    for (const { server: owner, original, reason } of quarantined) out.note(`set aside: ${owner}/${original}: ${reason}`);
    if (listed.length === 0) out.note('There are no tools.');
  }
  // What is cut or left out is told in both forms: a script's person reads stderr.
  printNotices(context);
  const wanted = server === undefined ? core.servers.list() : [serverNamed(context, server)];
  if (wanted.some(({ state }) => state.kind === 'failed') || (server === undefined && core.config.current().broken.length > 0)) return EXIT.failed;
  return wanted.some(({ state }) => state.kind === 'needs-auth') ? EXIT.needsSignIn : EXIT.ok;
};
