import type { ErrorInfo } from '../../../../preload/contract/errors.ts';
import type { Level, ServerView, TransportKind } from '../../../../preload/contract/servers.ts';
import type { AccountState } from '../../auth/accountState.ts';
import type { EntryFacts } from '../../config/entryFacts.ts';
import type { ServerConfig } from '../../config/serverConfig.ts';
import type { ServerRecord } from '../../servers/serverHost.ts';
import { brokenStages, type LastCall, serverStages, withQuarantine } from '../../trace/serverStages.ts';

/** An entry that could not be used; it is shown among the servers with what is wrong. */
export interface BrokenEntry {
  name: string;
  level: Level;
  file: string;
  transport?: TransportKind;
  error: ErrorInfo;
}

export interface ServerViewFacts {
  offered: number;
  quarantined: number;
  toolsRevision: number;
  trustAnnotations: boolean;
  lastCall?: LastCall | undefined;
  account?: AccountState | undefined;
  /** Questions and secrets of its entry. */
  facts?: EntryFacts | undefined;
  /** Id of the editor it belongs to. */
  editor?: string | undefined;
  /** Takes secrets out of a text. */
  redact: (text: string) => string;
}

/** What a person calls the server by: its command line, or its address without userinfo and query. */
export function targetOf(config: ServerConfig, redact: (text: string) => string): string {
  if (config.transport === 'stdio') return redact([config.command, ...config.args.map(quoted)].join(' '));
  try {
    const url = new URL(config.url);
    return redact(`${url.origin}${url.pathname}`);
  } catch {
    return '';
  }
}

const quoted = (arg: string): string => (/^[\w@%+=:,./~-]+$/.test(arg) ? arg : JSON.stringify(arg));

/** A server for the window (SEC-2): names of variables and headers, never values. */
export function serverView(record: ServerRecord, facts: ServerViewFacts): ServerView {
  const { config, info } = record;
  const counts = withQuarantine(record.counts, facts.quarantined);
  return {
    name: record.name,
    level: config.origin.level,
    file: config.origin.file,
    hides: config.hides.map(({ level, file }) => ({ level, file })),
    transport: record.transport,
    target: targetOf(config, facts.redact),
    envNames: config.transport === 'stdio' ? Object.keys(config.env) : [],
    headerNames: config.transport === 'stdio' ? [] : Object.keys(config.headers),
    ...(info ? { era: info.era, protocolVersion: info.protocolVersion } : {}),
    ...(info?.serverInfo ? { serverInfo: info.serverInfo } : {}),
    ...(info?.instructions ? { instructions: info.instructions } : {}),
    ...(facts.account ? { account: facts.account } : {}),
    state: record.state,
    counts,
    toolsRevision: facts.toolsRevision,
    ...(record.connectMs === undefined ? {} : { connectMs: record.connectMs }),
    ...(record.latencyMs === undefined ? {} : { latencyMs: record.latencyMs }),
    ...(record.noise ? { noise: { lines: record.noise.lines, last: facts.redact(record.noise.last) } } : {}),
    trustAnnotations: facts.trustAnnotations,
    ...setUp(facts.facts),
    ...(config.startOnFirstUse ? { startOnFirstUse: true } : {}),
    ...(facts.editor === undefined ? {} : { editor: facts.editor }),
    pipeline: serverStages({ record: { ...record, counts }, offered: facts.offered, lastCall: facts.lastCall }),
  };
}

const setUp = (facts: EntryFacts | undefined): Pick<ServerView, 'inputs' | 'secrets'> => ({
  ...(facts && facts.inputs.length > 0 ? { inputs: facts.inputs } : {}),
  ...(facts && facts.secrets.length > 0 ? { secrets: facts.secrets } : {}),
});

/** An unusable entry as a server that failed before it began. */
export function brokenView(entry: BrokenEntry, since: number, facts?: EntryFacts): ServerView {
  return {
    name: entry.name,
    level: entry.level,
    file: entry.file,
    hides: [],
    transport: entry.transport ?? 'stdio',
    target: '',
    envNames: [],
    headerNames: [],
    state: { kind: 'failed', since, error: entry.error },
    counts: { tools: 0, quarantined: 0, resources: 0, prompts: 0 },
    toolsRevision: 0,
    trustAnnotations: false,
    ...setUp(facts),
    pipeline: brokenStages(entry.error),
  };
}
