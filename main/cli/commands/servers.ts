import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import type { ServerRecord } from '../../core/servers/serverHost.ts';
import { fixFor } from '../../core/trace/fixes.ts';
import { withQuarantine } from '../../core/trace/serverStages.ts';
import { allNotices, connectAll, printNotices } from '../connect.ts';
import type { Command, CommandContext } from '../context.ts';
import { EXIT } from '../exitCodes.ts';
import { table } from '../output.ts';

interface Row {
  name: string;
  level: string;
  transport: string;
  era: string | null;
  protocolVersion: string | null;
  state: string;
  reason?: string;
  error?: { code: string; message: string; fix?: string };
  tools: number;
  resources: number;
  prompts: number;
  connectMs: number | null;
}

/** `servers`: connects to all and prints each one's state. */
export const servers: Command = async (context) => {
  await connectAll(context);
  const { servers: live } = context.core;
  const rows = [...live.list().map((record) => rowOf(record, context.core.tools.quarantined(record.name).length)), ...brokenRows(context)];
  if (context.args.json) {
    context.out.json({ servers: rows, notices: allNotices(context).map(({ id: _, ...notice }) => notice) });
  } else {
    const lines = table(
      rows.map(({ name, state, transport, protocolVersion, tools, connectMs, reason }) => [
        name,
        state,
        transport,
        protocolVersion ?? '',
        state === 'connected' ? `${tools} tools` : '',
        connectMs === null ? '' : `${connectMs} ms`,
        reason ?? '',
      ]),
    );
    lines.forEach((line, at) => {
      context.out.text(line);
      const fix = rows[at]?.error?.fix;
      if (fix) context.out.text(`  → ${fix}`);
    });
    if (rows.length === 0) context.out.note('No server is configured. `quayside demo` shows one.');
    printNotices(context);
  }
  // A file that cannot be read may have held servers: that is a failure too.
  const unreadable = allNotices(context).some(({ code, severity }) => code === 'config.syntax' && severity === 'error');
  return unreadable ? EXIT.failed : exitOfAll(rows);
};

export function exitOfAll(rows: readonly { state: string }[]): number {
  if (rows.some(({ state }) => state === 'failed')) return EXIT.failed;
  return rows.some(({ state }) => state === 'needs-auth') ? EXIT.needsSignIn : EXIT.ok;
}

/** Tools are those that can be used, as in the window and in `doctor`; those set aside are told by `tools`. */
function rowOf(record: ServerRecord, quarantined: number): Row {
  const { state, info, connectMs } = record;
  const counts = withQuarantine(record.counts, quarantined);
  const error = state.kind === 'failed' || state.kind === 'needs-auth' ? state.error : undefined;
  return {
    name: record.name,
    level: record.config.origin.level,
    transport: record.transport,
    era: info?.era ?? null,
    protocolVersion: info?.protocolVersion ?? null,
    state: state.kind,
    ...reasonOf(error),
    tools: counts.tools,
    resources: counts.resources,
    prompts: counts.prompts,
    connectMs: connectMs === undefined ? null : Math.round(connectMs),
  };
}

function reasonOf(error: ErrorInfo | undefined): Pick<Row, 'reason' | 'error'> {
  if (!error) return {};
  const fix = fixFor(error);
  return { reason: error.message, error: { code: error.code, message: error.message, ...(fix !== undefined && { fix }) } };
}

const brokenRows = ({ core }: CommandContext): Row[] =>
  core.config.current().broken.map((entry) => ({
    name: entry.name,
    level: entry.level,
    transport: entry.transport ?? 'unknown',
    era: null,
    protocolVersion: null,
    state: 'failed',
    ...reasonOf(entry.error),
    tools: 0,
    resources: 0,
    prompts: 0,
    connectMs: null,
  }));
