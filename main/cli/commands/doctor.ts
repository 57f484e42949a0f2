import type { StageRecord } from '../../../preload/contract/pipeline.ts';
import { checkRuntimes } from '../../core/discovery/runtimes.ts';
import type { ServerRecord } from '../../core/servers/serverHost.ts';
import { brokenStages, serverStages, withQuarantine } from '../../core/trace/serverStages.ts';
import { printNotices, serverNamed, untilSettled } from '../connect.ts';
import type { Command, CommandContext } from '../context.ts';
import { EXIT } from '../exitCodes.ts';
import { outward, StagePrinter } from '../stagePrinter.ts';

interface Diagnosis {
  name: string;
  stages: StageRecord[];
}

/** `doctor [SERVER]`: the stages of each server as they happen, with the fix for each failure, and the runtimes servers need. */
export const doctor: Command = async (context) => {
  const { core, args, out } = context;
  const runtimes = checkRuntimes({ childEnvironment: core.childEnvironment });
  const [only] = args.positionals;
  const wanted = (name: string): boolean => only === undefined || name === only;
  await core.start();
  const printer = args.json ? undefined : watched(context, wanted);
  await untilSettled(context);
  const servers = everyServer(context).filter(({ name }) => wanted(name));
  if (only !== undefined && servers.length === 0) serverNamed(context, only);
  const found = await runtimes;
  if (args.json) out.json({ servers: servers.map(({ name, stages }) => ({ name, stages: stages.map(outward) })), runtimes: found });
  else {
    for (const { name, stages } of servers) printer?.finish(name, stages);
    out.text('programs');
    for (const { name, found: here, version, path, fix } of found)
      out.text(`  ${here ? '✓' : '✗'} ${name.padEnd(8)}${here ? `${version ?? ''} ${path ?? ''}`.trim() : (fix ?? 'not found')}`);
    printNotices(context);
  }
  return servers.some(({ stages }) => stages.some(({ state }) => state === 'failed')) ? EXIT.failed : EXIT.ok;
};

/** Prints the stages of the servers that are starting, from now on. */
function watched(context: CommandContext, wanted: (name: string) => boolean): StagePrinter {
  const { core, out } = context;
  const names = everyServer(context).map(({ name }) => name);
  const printer = new StagePrinter(out.text, names.filter(wanted));
  const tell = (record: ServerRecord | undefined): void => {
    if (record && wanted(record.name)) printer.tell(record.name, untilListed(diagnose(context, record).stages));
  };
  core.servers.onChange((name) => tell(core.servers.get(name)));
  for (const record of core.servers.list()) tell(record);
  return printer;
}

/** What the model is offered is known when the tool table has taken the list in, so this and the later stages are told at the end. */
const untilListed = (stages: readonly StageRecord[]): StageRecord[] => stages.filter(({ stage }) => LIVE.has(stage));
const LIVE = new Set<StageRecord['stage']>(['config', 'connect', 'tools']);

function diagnose({ core }: CommandContext, record: ServerRecord): Diagnosis {
  const offered = core.tools.ofServer(record.name).filter((tool) => core.tools.isEnabled(tool)).length;
  const counts = withQuarantine(record.counts, core.tools.quarantined(record.name).length);
  return { name: record.name, stages: serverStages({ record: { ...record, counts }, offered, lastCall: core.lastCall(record.name) }) };
}

function everyServer(context: CommandContext): Diagnosis[] {
  const { core } = context;
  const live = core.servers.list().map((record) => diagnose(context, record));
  return [...live, ...core.config.current().broken.map(({ name, error }) => ({ name, stages: brokenStages(error) }))];
}
