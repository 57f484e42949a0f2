import { z } from 'zod';
import { RawExchange, ToolCallView } from './chat.ts';
import { ElicitationAnswer } from './elicitations.ts';
import { ConnectionTestResult, Remember } from './entrySetup.ts';
import { ErrorInfo } from './errors.ts';
import { ApprovalAnswer, AuditEntry, AuditQuery, Mode, RuleChoice, RuleDraft, RuleReport, RuleView } from './permissions.ts';
import { ImportCandidate, LogLine, RuntimeView, ServerDraft } from './servers.ts';
import { SettingsPatch } from './settings.ts';
import { ToolRow, ToolsOff, ToolsSummary, ToolView } from './tools.ts';

const nothing = z.object({});
const id = z.string().min(1).max(200);
/** One word of RFC 6749 3.3. */
const scope = z
  .string()
  .max(500)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/);
const args = z.record(z.string(), z.unknown());

/**
 * Every request the window can make: name → input and output. A new command is one row here and one handler in
 * main/core/bridge/handlers; a missing handler does not compile. The answer always travels as Outcome<output>.
 */
export const commands = {
  'host.snapshot': { input: nothing, output: nothing },
  'host.openExternal': { input: z.object({ url: z.url({ protocol: /^https?$/ }) }), output: nothing },
  'host.showFile': { input: z.object({ path: z.string() }), output: nothing },
  /** Opens a configuration file in the program the system has for it. */
  'host.openFile': { input: z.object({ path: z.string() }), output: nothing },
  'notice.dismiss': { input: z.object({ id }), output: nothing },

  'settings.update': { input: SettingsPatch, output: nothing },
  'settings.setApiKey': { input: z.object({ apiKey: z.string().max(4000), remember: z.enum(['session', 'file', 'encrypted']) }), output: nothing },
  'settings.testProvider': { input: nothing, output: z.object({ ok: z.boolean(), detail: z.string(), models: z.array(z.string()) }) },

  'project.open': { input: z.object({ folder: z.string().optional() }), output: z.object({ folder: z.string().optional() }) },
  'project.close': { input: nothing, output: nothing },
  'project.trust': { input: z.object({ contentHash: z.string(), accept: z.boolean() }), output: nothing },

  /** `remember`: where new secrets go; without it encrypted where that is possible, else into the file only this user can read. */
  'server.save': { input: z.object({ draft: ServerDraft, replaces: z.string().optional(), remember: Remember.optional() }), output: nothing },
  'server.draft': { input: z.object({ name: id }), output: z.object({ draft: ServerDraft }) },
  'server.remove': { input: z.object({ name: id }), output: nothing },
  'server.setEnabled': { input: z.object({ name: id, enabled: z.boolean() }), output: nothing },
  'server.restart': { input: z.object({ name: id }), output: nothing },
  'server.setTrustAnnotations': { input: z.object({ name: id, trust: z.boolean() }), output: nothing },
  /**
   * Opens the browser and ends when the person is signed in, cancelled or did not come back (AUT-2). With `scopes` exactly these are asked for.
   */
  'server.signIn': {
    input: z.object({
      name: id,
      remember: z.enum(['session', 'file', 'encrypted']).optional(),
      scopes: z.array(scope).max(100).optional(),
    }),
    output: nothing,
  },
  'server.cancelSignIn': { input: z.object({ name: id }), output: nothing },
  /** The address the browser ended at, when it could not reach this app. */
  'server.pasteCallback': { input: z.object({ name: id, address: z.string().max(20_000) }), output: nothing },
  'server.signOut': { input: z.object({ name: id }), output: nothing },
  'server.logs': { input: z.object({ name: id }), output: z.object({ lines: z.array(LogLine) }) },
  /** Answers the questions of an entry (`${input:id}`); what is left out keeps its answer. */
  'server.setInputs': {
    input: z.object({ name: id, values: z.record(z.string(), z.string().max(20_000)), remember: Remember.optional() }),
    output: nothing,
  },
  /** Tries a draft once; while it runs its progress is in the mirror's `connectionTests` under `testId`. */
  'server.test': { input: z.object({ testId: id, draft: ServerDraft, replaces: z.string().optional() }), output: ConnectionTestResult },
  'server.cancelTest': { input: z.object({ testId: id }), output: nothing },
  'server.addWeatherExample': { input: nothing, output: z.object({ name: z.string() }) },
  'servers.importPreview': {
    input: z.object({ text: z.string().max(2_000_000).optional() }),
    output: z.object({ candidates: z.array(ImportCandidate), errors: z.array(ErrorInfo) }),
  },
  'servers.importApply': {
    input: z.object({
      text: z.string().max(2_000_000).optional(),
      choices: z.array(
        z.object({ file: z.string(), name: z.string(), action: z.enum(['keep', 'replace', 'rename']), newName: z.string().optional() }),
      ),
      remember: Remember.optional(),
    }),
    output: z.object({ added: z.array(z.string()) }),
  },
  /** The servers in the common `mcpServers` form without secrets (CFG-7); all without `names`. */
  'servers.export': { input: z.object({ names: z.array(id).optional() }), output: z.object({ text: z.string() }) },
  /** The same into a new file of a folder that the person chooses; no file when they thought better of it. */
  'servers.exportSave': { input: z.object({ names: z.array(id).optional() }), output: z.object({ file: z.string().optional() }) },
  'editor.connect': { input: z.object({ id }), output: nothing },
  'editor.disconnect': { input: z.object({ id }), output: nothing },
  'runtimes.check': { input: nothing, output: z.object({ runtimes: z.array(RuntimeView) }) },

  /** A page of a server's tools; `query` finds by parts of words and by meaning, in English and Chinese. */
  'tools.list': {
    input: z.object({
      server: id,
      query: z.string().max(500).default(''),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(200).default(100),
    }),
    output: z.object({ rows: z.array(ToolRow), matched: z.number(), total: z.number() }),
  },
  'tools.get': { input: z.object({ server: id, original: z.string() }), output: z.object({ tool: ToolView }) },
  'tools.summary': { input: z.object({ server: id }), output: ToolsSummary },
  'tools.setEnabled': { input: z.object({ name: id, enabled: z.boolean() }), output: nothing },
  /** The tool tester (WIN-6): through the gate like any other call. Its progress is in the mirror's `trials` under `callId`. */
  'tools.call': {
    input: z.object({ server: id, original: z.string(), arguments: args, callId: id.optional() }),
    output: z.object({ call: ToolCallView, raw: RawExchange.optional() }),
  },
  'tools.cancelCall': { input: z.object({ callId: id }), output: nothing },

  'chat.create': { input: nothing, output: z.object({ id }) },
  'chat.open': { input: z.object({ id }), output: nothing },
  'chat.close': { input: z.object({ id }), output: nothing },
  'chat.send': { input: z.object({ id, text: z.string().min(1).max(400_000) }), output: nothing },
  'chat.stop': { input: z.object({ id }), output: nothing },
  'chat.retry': { input: z.object({ id }), output: nothing },
  /** TOL-11: the tools this conversation does without, from its next message on. */
  'chat.setToolsOff': { input: z.object({ id, off: ToolsOff }), output: nothing },
  'chat.cancelCall': { input: z.object({ id, callId: z.string() }), output: nothing },
  'chat.answerForm': { input: z.object({ id, formId: z.string(), values: args.optional() }), output: nothing },
  'chat.rename': { input: z.object({ id, title: z.string().trim().min(1).max(200) }), output: nothing },
  'chat.pin': { input: z.object({ id, pinned: z.boolean() }), output: nothing },
  'chat.remove': { input: z.object({ id }), output: nothing },
  'chat.restore': { input: z.object({ id }), output: nothing },
  'chat.search': {
    input: z.object({ query: z.string().max(500) }),
    output: z.object({ hits: z.array(z.object({ id, title: z.string(), snippet: z.string() })) }),
  },

  'approval.answer': { input: z.object({ id, answer: ApprovalAnswer, alsoMatching: z.boolean().optional() }), output: nothing },
  /** The rules "always" may make of a waiting call, for the arguments as asked or as edited. */
  'approval.ruleChoices': { input: z.object({ id, arguments: args.optional() }), output: z.object({ choices: z.array(RuleChoice) }) },
  'elicitation.answer': { input: z.object({ id, answer: ElicitationAnswer }), output: nothing },

  'permissions.setMode': { input: z.object({ mode: Mode }), output: nothing },
  'permissions.rules': { input: nothing, output: z.object({ rules: z.array(RuleView) }) },
  'permissions.checkRule': { input: z.object({ draft: RuleDraft }), output: RuleReport },
  'permissions.saveRule': { input: z.object({ draft: RuleDraft }), output: z.object({ id }) },
  'permissions.removeRule': { input: z.object({ id }), output: nothing },
  'permissions.audit': {
    input: z.object({
      limit: z.number().int().min(1).max(1000).default(200),
      filter: AuditQuery.default({}),
      /** The id of the last entry of the page before. */
      after: id.optional(),
    }),
    output: z.object({ entries: z.array(AuditEntry), more: z.boolean() }),
  },
  /** Servers and tools the log knows, for filters. */
  'permissions.auditNames': { input: nothing, output: z.object({ servers: z.record(z.string(), z.array(z.string())) }) },
  /** Writes the entries of the filter to a file in the data folder. */
  'permissions.auditExport': {
    input: z.object({ format: z.enum(['jsonl', 'csv']), filter: AuditQuery.default({}) }),
    output: z.object({ path: z.string(), entries: z.number() }),
  },
} as const;

export type Commands = typeof commands;
export type CommandName = keyof Commands;
/** What a caller may send (defaults may be left out). */
export type CommandInput<K extends CommandName> = z.input<Commands[K]['input']>;
/** What a handler receives, parsed. */
export type CommandParsed<K extends CommandName> = z.output<Commands[K]['input']>;
export type CommandOutput<K extends CommandName> = z.output<Commands[K]['output']>;

/** Own-property check: `toString` is on every object and must not count as a command. */
export const isCommandName = (name: unknown): name is CommandName => typeof name === 'string' && Object.hasOwn(commands, name);
