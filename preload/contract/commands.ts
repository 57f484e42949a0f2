import { z } from 'zod';
import { ToolResultView } from './chat.ts';
import { ErrorInfo } from './errors.ts';
import { ApprovalAnswer, AuditEntry, Mode, Rule } from './permissions.ts';
import { StageRecord } from './pipeline.ts';
import { ImportCandidate, LogLine, RuntimeView, ServerDraft } from './servers.ts';
import { SettingsPatch } from './settings.ts';
import { QuarantinedTool, ToolView } from './tools.ts';

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
  'notice.dismiss': { input: z.object({ id }), output: nothing },

  'settings.update': { input: SettingsPatch, output: nothing },
  'settings.setApiKey': { input: z.object({ apiKey: z.string().max(4000), remember: z.enum(['session', 'file', 'encrypted']) }), output: nothing },
  'settings.testProvider': { input: nothing, output: z.object({ ok: z.boolean(), detail: z.string(), models: z.array(z.string()) }) },

  'project.open': { input: z.object({ folder: z.string().optional() }), output: z.object({ folder: z.string().optional() }) },
  'project.close': { input: nothing, output: nothing },
  'project.trust': { input: z.object({ contentHash: z.string(), accept: z.boolean() }), output: nothing },

  'server.save': { input: z.object({ draft: ServerDraft, replaces: z.string().optional() }), output: nothing },
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
  'server.test': {
    input: z.object({ draft: ServerDraft, replaces: z.string().optional() }),
    output: z.object({ stages: z.array(StageRecord), tools: z.number() }),
  },
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
    }),
    output: z.object({ added: z.array(z.string()) }),
  },
  'runtimes.check': { input: nothing, output: z.object({ runtimes: z.array(RuntimeView) }) },

  'tools.list': {
    input: z.object({ server: z.string().optional() }),
    output: z.object({ tools: z.array(ToolView), quarantined: z.array(QuarantinedTool) }),
  },
  'tools.setEnabled': { input: z.object({ name: id, enabled: z.boolean() }), output: nothing },
  'tools.call': {
    input: z.object({ server: id, original: z.string(), arguments: args }),
    output: z.object({ result: ToolResultView.optional(), error: ErrorInfo.optional(), ms: z.number() }),
  },

  'chat.create': { input: nothing, output: z.object({ id }) },
  'chat.open': { input: z.object({ id }), output: nothing },
  'chat.close': { input: z.object({ id }), output: nothing },
  'chat.send': { input: z.object({ id, text: z.string().min(1).max(400_000) }), output: nothing },
  'chat.stop': { input: z.object({ id }), output: nothing },
  'chat.retry': { input: z.object({ id }), output: nothing },
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
  'permissions.setMode': { input: z.object({ mode: Mode }), output: nothing },
  'permissions.rules': { input: nothing, output: z.object({ rules: z.array(Rule) }) },
  'permissions.removeRule': { input: z.object({ id }), output: nothing },
  'permissions.audit': {
    input: z.object({ limit: z.number().int().min(1).max(1000).default(200), query: z.string().optional() }),
    output: z.object({ entries: z.array(AuditEntry) }),
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
