import { z } from 'zod';
import { InputView, Remember, SecretView } from './entrySetup.ts';
import { ErrorInfo } from './errors.ts';
import { StageRecord } from './pipeline.ts';

/** Where an entry came from, weak to strong (CFG-1). `file` is a file named on the command line with --config. */
export const Level = z.enum(['user', 'project', 'local', 'file']);
export type Level = z.infer<typeof Level>;

/** How the bytes travel. `http` may have fallen back to legacy SSE; then the live view says `sse`. */
export const TransportKind = z.enum(['stdio', 'http', 'sse', 'ws', 'ws-ide', 'sse-ide', 'proxy']);
export type TransportKind = z.infer<typeof TransportKind>;

/** Protocol era (TRN-9): `legacy` = initialize handshake up to 2025-11-25, `modern` = stateless 2026-07-28. */
export const Era = z.enum(['legacy', 'modern']);
export type Era = z.infer<typeof Era>;
export const EraChoice = z.enum(['auto', 'legacy', 'modern']);
export type EraChoice = z.infer<typeof EraChoice>;

export const PendingPhase = z.enum(['queued', 'connecting', 'installing', 'backing-off', 'deferred']);
export type PendingPhase = z.infer<typeof PendingPhase>;

/** CON-1. `retryAt` and `since` are epoch milliseconds. */
export const ServerState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('disabled') }),
  z.object({ kind: z.literal('pending'), phase: PendingPhase, since: z.number(), retryAt: z.number().optional(), lastError: ErrorInfo.optional() }),
  z.object({ kind: z.literal('connected'), since: z.number() }),
  z.object({ kind: z.literal('needs-auth'), since: z.number(), error: ErrorInfo }),
  z.object({ kind: z.literal('failed'), since: z.number(), error: ErrorInfo, retryAt: z.number().optional() }),
]);
export type ServerState = z.infer<typeof ServerState>;

/** The login of a remote server, without any token (AUT-1…4). Absent for local programs and entries with a fixed Authorization. */
export const AccountView = z.object({
  signedIn: z.boolean(),
  /** The browser is open and its answer is waited for. */
  signingIn: z.boolean().optional(),
  scopes: z.array(z.string()).optional(),
  /** What can be asked for, as far as the server or its login server say. */
  offeredScopes: z.array(z.string()).optional(),
  /** Rights that a call lacked; the next sign-in asks for them too. */
  missingScopes: z.array(z.string()).optional(),
  /** End of the access token, epoch milliseconds; usually it is renewed by itself. */
  expiresAt: z.number().optional(),
  /** Address of the login server. */
  issuer: z.string().optional(),
  remember: Remember.optional(),
});
export type AccountView = z.infer<typeof AccountView>;

/** A config entry as far as the window may know it: names of env variables and headers, never their values (SEC-2). */
export const ServerView = z.object({
  /** The entry's name, unique among the effective entries. */
  name: z.string(),
  level: Level,
  file: z.string(),
  /** Weaker entries of the same name that this one replaces whole. */
  hides: z.array(z.object({ level: Level, file: z.string() })),
  transport: TransportKind,
  /** One line for people: the command line, or the URL without userinfo and query. Secrets removed. */
  target: z.string(),
  envNames: z.array(z.string()),
  headerNames: z.array(z.string()),
  era: Era.optional(),
  protocolVersion: z.string().optional(),
  serverInfo: z.object({ name: z.string(), version: z.string(), title: z.string().optional() }).optional(),
  instructions: z.string().optional(),
  account: AccountView.optional(),
  state: ServerState,
  counts: z.object({ tools: z.number(), quarantined: z.number(), resources: z.number(), prompts: z.number() }),
  /** Grows with every change of the tool list; the window asks again for `tools.list` when it changes. */
  toolsRevision: z.number(),
  connectMs: z.number().optional(),
  latencyMs: z.number().optional(),
  /** Lines on stdout that were not JSON-RPC (TRN-2). */
  noise: z.object({ lines: z.number(), last: z.string() }).optional(),
  trustAnnotations: z.boolean(),
  /** The questions of the entry, in order; absent when it asks none. */
  inputs: z.array(InputView).optional(),
  /** Where its secrets are kept; absent when it has none apart from its file. */
  secrets: z.array(SecretView).optional(),
  /** Known tools are shown at once, the server starts on first use (CON-2). */
  startOnFirstUse: z.boolean().optional(),
  /** The editor it belongs to, when it is no entry of a file (TRN-6). */
  editor: z.string().optional(),
  pipeline: z.array(StageRecord),
});
export type ServerView = z.infer<typeof ServerView>;

/** Something a person should know and can do something about (CFG-3, WIN-3). */
export const Notice = z.object({
  id: z.string(),
  severity: z.enum(['info', 'warning', 'error']),
  code: z.string(),
  message: z.string(),
  fix: z.string().optional(),
  file: z.string().optional(),
  entry: z.string().optional(),
  field: z.string().optional(),
  line: z.number().optional(),
  column: z.number().optional(),
  server: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type Notice = z.infer<typeof Notice>;

/**
 * What the form sends. A secret value that was not touched arrives as `{ keep: true }`, because the window never had it.
 */
export const SecretText = z.union([z.string(), z.object({ keep: z.literal(true) })]);
export type SecretText = z.infer<typeof SecretText>;
export const ServerDraft = z.object({
  name: z.string().trim().min(1).max(120),
  level: z.enum(['user', 'project', 'local']),
  transport: z.enum(['stdio', 'http', 'sse', 'ws']),
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  cwd: z.string().optional(),
  env: z.record(z.string(), SecretText).optional(),
  url: z.string().optional(),
  headers: z.record(z.string(), SecretText).optional(),
  timeoutMs: z.number().int().positive().optional(),
  era: EraChoice.optional(),
  disabled: z.boolean().optional(),
  startOnFirstUse: z.boolean().optional(),
});
export type ServerDraft = z.infer<typeof ServerDraft>;

/** A line of a server's log: its stderr, noise on stdout, or the host's own remarks. */
export const LogLine = z.object({ at: z.number(), source: z.enum(['stderr', 'stdout', 'host', 'server']), text: z.string() });
export type LogLine = z.infer<typeof LogLine>;

/** What an untrusted project folder would run (CFG-5). */
export const TrustItem = z.object({
  name: z.string(),
  file: z.string(),
  level: Level,
  transport: TransportKind,
  commandLine: z.string().optional(),
  cwd: z.string().optional(),
  envNames: z.array(z.string()),
  url: z.string().optional(),
  headerNames: z.array(z.string()),
  /** `changed`: trusted before with other content; `before` is the old line to compare with. */
  status: z.enum(['new', 'changed', 'same']),
  before: z.string().optional(),
  /** With `changed`: the fields that differ, such as `args` or `env.API_URL`; a changed value does not show in the lines. */
  changes: z.array(z.object({ field: z.string(), how: z.enum(['added', 'removed', 'changed']) })).optional(),
  /** Variables and secrets of this user whose values the server would get, by name. */
  variables: z.array(z.string()).optional(),
});
export type TrustItem = z.infer<typeof TrustItem>;
export const TrustRequest = z.object({ folder: z.string(), items: z.array(TrustItem), contentHash: z.string() });
export type TrustRequest = z.infer<typeof TrustRequest>;

/** Stands for the file where a server was pasted; in `source` and `file`. */
export const PASTED = 'pasted text';

/** A server found in another app's file, before anyone accepted it (CFG-7). */
export const ImportCandidate = z.object({
  name: z.string(),
  source: z.string(),
  file: z.string(),
  transport: TransportKind,
  target: z.string(),
  envNames: z.array(z.string()),
  headerNames: z.array(z.string()),
  conflict: z.boolean(),
  /** Off in the other app, and so here. */
  disabled: z.boolean().optional(),
  /** Variables and questions it uses that have no value here yet, by name. */
  missing: z.array(z.string()).optional(),
  /** Fields whose values are secrets and will be kept apart from the file. */
  secretFields: z.array(z.string()).optional(),
});
export type ImportCandidate = z.infer<typeof ImportCandidate>;

/** DIS-4: a program that servers need, as the app will see it. */
export const RuntimeView = z.object({
  name: z.string(),
  found: z.boolean(),
  path: z.string().optional(),
  version: z.string().optional(),
  fix: z.string().optional(),
});
export type RuntimeView = z.infer<typeof RuntimeView>;
