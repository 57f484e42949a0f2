import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import type { Level, Notice, TransportKind } from '../../../preload/contract/servers.ts';
import { HostError } from '../base/hostError.ts';
import { makeNotice } from '../settings/notice.ts';
import { pick } from './entryFields.ts';
import { EntryProblem, isTree } from './entryTemplate.ts';
import type { VariableScope } from './expandVariables.ts';
import { type LoadedEntry, problemNotice } from './loadFiles.ts';
import { mergeConfigs, originOf } from './mergeConfigs.ts';
import { URL_KEYS } from './parseEntry.ts';
import { resolveEntry } from './resolveEntry.ts';
import type { EntryOrigin, ServerConfig } from './serverConfig.ts';

/** An entry that cannot be used; shown as a failed server with its reason, so that nobody wonders where it is. */
export interface BrokenEntry {
  name: string;
  level: Level;
  file: string;
  transport?: TransportKind;
  error: ErrorInfo;
  hides: EntryOrigin[];
}

export interface BuiltState {
  configs: ServerConfig[];
  broken: BrokenEntry[];
  notices: Notice[];
  /** Values to be masked from now on. */
  secrets: string[];
}

export interface BuildContext {
  homeDir: string;
  /** The scope of one entry: folders and inputs depend on where it was written. */
  scopeOf(entry: LoadedEntry): VariableScope;
  /** MCP as a whole may be switched off (CFG-2). */
  mcpEnabled: boolean;
}

/** From adopted entries, weak to strong, to what is in force: merged by name, expanded, checked. Every entry fails alone. */
export async function buildState(adopted: readonly LoadedEntry[], { homeDir, scopeOf, mcpEnabled }: BuildContext): Promise<BuiltState> {
  const state: BuiltState = { configs: [], broken: [], notices: [], secrets: [] };
  const byRaw = new Map(adopted.map((entry) => [entry.raw, entry]));
  for (const { entry: raw, hides } of mergeConfigs([adopted.map((entry) => entry.raw)])) {
    const entry = byRaw.get(raw);
    if (!entry) continue;
    const { source, template, problem } = entry;
    const transport = template?.transport ?? guessTransport(raw.value);
    const fail = (error: ErrorInfo): void =>
      void state.broken.push({ name: raw.name, level: raw.level, file: raw.file, error, hides, ...(transport ? { transport } : {}) });
    if (!template) {
      if (problem) fail(infoOf(raw.name, raw.file, raw.placeOf(problem.field).line, problem));
      continue;
    }
    try {
      const { base, defaultCwd } = source;
      const { config, secrets } = await resolveEntry(template, {
        name: raw.name,
        origin: originOf(raw),
        hides,
        scope: scopeOf(entry),
        base,
        homeDir,
        ...(defaultCwd === undefined ? {} : { defaultCwd }),
      });
      state.configs.push(mcpEnabled ? config : { ...config, disabled: true });
      state.secrets.push(...secrets);
    } catch (error) {
      if (error instanceof EntryProblem) {
        fail(infoOf(raw.name, raw.file, raw.placeOf(error.field).line, error));
        state.notices.push(problemNotice(raw, error));
      } else if (error instanceof HostError) {
        fail(error.info);
        state.notices.push(variableNotice(entry, error));
      } else throw error;
    }
  }
  return state;
}

function infoOf(name: string, file: string, line: number, { message, field, fix }: EntryProblem): ErrorInfo {
  return {
    code: 'config.entry',
    message: `The entry ${JSON.stringify(name)} in ${file}, line ${line}, cannot be used: ${message}.`,
    fix,
    params: { name, file, line, field, reason: message },
  };
}

function variableNotice({ raw }: LoadedEntry, error: HostError): Notice {
  const field = String(error.info.params?.field ?? '');
  const place = raw.placeOf(field);
  return makeNotice({
    severity: 'error',
    code: error.code,
    message: `${raw.file}, line ${place.line}: ${error.message}`,
    file: raw.file,
    entry: raw.name,
    ...(field ? { field } : {}),
    ...place,
    params: { excerpt: raw.excerptAt(place) },
    ...(error.info.fix ? { fix: error.info.fix } : {}),
  });
}

function guessTransport(value: unknown): TransportKind | undefined {
  if (!isTree(value)) return undefined;
  return pick(value, URL_KEYS) ? 'http' : pick(value, ['command', 'cmd', 'args']) ? 'stdio' : undefined;
}
