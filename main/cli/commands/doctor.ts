import type { StageRecord } from '../../../preload/contract/pipeline.ts';
import { checkRuntimes } from '../../core/discovery/runtimes.ts';
import { brokenStages, serverStages } from '../../core/trace/serverStages.ts';
import { connectAll, printNotices, serverNamed } from '../connect.ts';
import type { Command, CommandContext } from '../context.ts';
import { EXIT } from '../exitCodes.ts';

/** Outward, a stage is done, failed, or was not reached. */
const outward = ({ stage, state, ms, detail, fix }: StageRecord) => ({
  stage,
  state: state === 'ok' || state === 'failed' ? state : 'skipped',
  ...(ms === undefined ? {} : { ms: Math.round(ms) }),
  detail,
  ...(fix ? { fix } : {}),
});

/** `doctor [SERVER]`: the stages of each server with the fix for each failure, and the runtimes servers need. */
export const doctor: Command = async (context) => {
  const { core, args, out } = context;
  const runtimes = checkRuntimes({ childEnvironment: core.childEnvironment });
  await connectAll(context);
  const [only] = args.positionals;
  const servers = only === undefined ? everyServer(context) : everyServer(context).filter(({ name }) => name === only);
  if (only !== undefined && servers.length === 0) serverNamed(context, only);
  const found = await runtimes;
  if (args.json) out.json({ servers: servers.map(({ name, stages }) => ({ name, stages: stages.map(outward) })), runtimes: found });
  else {
    for (const { name, stages } of servers) {
      out.text(name);
      for (const stage of stages.map(outward)) {
        const mark = { ok: '✓', failed: '✗', skipped: '·' }[stage.state as 'ok' | 'failed' | 'skipped'];
        out.text(`  ${mark} ${stage.stage.padEnd(8)}${stage.detail}${stage.ms === undefined ? '' : ` (${stage.ms} ms)`}`);
        if (stage.fix) out.text(`             → ${stage.fix}`);
      }
    }
    out.text('programs');
    for (const { name, found: here, version, path, fix } of found)
      out.text(`  ${here ? '✓' : '✗'} ${name.padEnd(8)}${here ? `${version ?? ''} ${path ?? ''}`.trim() : (fix ?? 'not found')}`);
    printNotices(context);
  }
  return servers.some(({ stages }) => stages.some(({ state }) => state === 'failed')) ? EXIT.failed : EXIT.ok;
};

function everyServer({ core }: CommandContext): { name: string; stages: StageRecord[] }[] {
  const live = core.servers.list().map((record) => {
    const offered = core.tools.ofServer(record.name).filter((tool) => core.tools.isEnabled(tool)).length;
    const counts = { ...record.counts, quarantined: core.tools.quarantined(record.name).length };
    return { name: record.name, stages: serverStages({ record: { ...record, counts }, offered, lastCall: core.lastCall(record.name) }) };
  });
  return [...live, ...core.config.current().broken.map(({ name, error }) => ({ name, stages: brokenStages(error) }))];
}
