import { z } from 'zod';
import { ErrorInfo } from './errors.ts';
import { Verdict } from './permissions.ts';
import { Risk, ToolsOff } from './tools.ts';

export const RunState = z.enum(['idle', 'streaming', 'waiting-approval', 'running-tools', 'stopping', 'failed']);
export type RunState = z.infer<typeof RunState>;

/** Tokens as the provider counted them. */
export const Usage = z.object({ inputTokens: z.number().optional(), outputTokens: z.number().optional(), totalTokens: z.number().optional() });
export type Usage = z.infer<typeof Usage>;

/** A file of the result store; the window loads it by the relative `url`, never over IPC. `path` is where the user finds it. */
export const FileRef = z.object({ url: z.string(), path: z.string(), mimeType: z.string(), bytes: z.number() });
export type FileRef = z.infer<typeof FileRef>;

/** One content block of a tool result in the server's order (CAL-4). */
export const ResultBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('image'), file: FileRef, width: z.number().optional(), height: z.number().optional(), note: z.string().optional() }),
  z.object({ kind: z.literal('audio'), file: FileRef }),
  z.object({ kind: z.literal('file'), file: FileRef, note: z.string().optional() }),
  z.object({ kind: z.literal('link'), uri: z.string(), name: z.string(), mimeType: z.string().optional(), description: z.string().optional() }),
  z.object({ kind: z.literal('resource'), uri: z.string(), mimeType: z.string().optional(), text: z.string().optional(), file: FileRef.optional() }),
  z.object({ kind: z.literal('unknown'), json: z.string() }),
]);
export type ResultBlock = z.infer<typeof ResultBlock>;

export const ToolResultView = z.object({
  isError: z.boolean(),
  blocks: z.array(ResultBlock),
  structured: z.unknown().optional(),
  /** What the model sees. */
  text: z.string(),
  /** Set when `text` was cut: the whole is in this file, readable in pages by `read_result`. */
  full: FileRef.optional(),
  /** What the result says about itself and its items (`_meta`, `annotations`); the model never gets it. */
  meta: z.record(z.string(), z.unknown()).optional(),
  notes: z.array(z.string()),
});
export type ToolResultView = z.infer<typeof ToolResultView>;

export const ToolCallState = z.enum(['waiting-approval', 'queued', 'running', 'done', 'failed', 'denied', 'cancelled']);
export type ToolCallState = z.infer<typeof ToolCallState>;

export const ToolCallView = z.object({
  id: z.string(),
  name: z.string(),
  server: z.string(),
  original: z.string(),
  title: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  /** Present when the person changed the arguments in the dialog: what the model had asked for. */
  askedArguments: z.record(z.string(), z.unknown()).optional(),
  risk: Risk.optional(),
  state: ToolCallState,
  /** Calls of one step with the same number run at the same time (CAL-7); absent for a call that runs alone. */
  group: z.number().optional(),
  verdict: Verdict.optional(),
  progress: z.object({ progress: z.number(), total: z.number().optional(), message: z.string().optional() }).optional(),
  startedAt: z.number().optional(),
  ms: z.number().optional(),
  error: ErrorInfo.optional(),
  result: ToolResultView.optional(),
});
export type ToolCallView = z.infer<typeof ToolCallView>;

/** What went over the wire, as JSON text for people (WIN-6); binary parts and very long texts are shortened, and secrets taken out. */
export const RawExchange = z.object({ request: z.string(), response: z.string().optional() });
export type RawExchange = z.infer<typeof RawExchange>;

/** The offline assistant asks for a value it could not find in the text (AGT-4). */
export const FormRequest = z.object({
  id: z.string(),
  tool: z.string(),
  title: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
  values: z.record(z.string(), z.unknown()),
});
export type FormRequest = z.infer<typeof FormRequest>;

export const Part = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('reasoning'), text: z.string(), providerData: z.unknown().optional() }),
  /** `step` tells calls of one step of the run from those of the next, for the history that goes to a model again. */
  z.object({ kind: z.literal('tool'), call: ToolCallView, providerData: z.unknown().optional(), step: z.number().optional() }),
  z.object({ kind: z.literal('form'), form: FormRequest, state: z.enum(['open', 'sent', 'dismissed']) }),
  z.object({
    kind: z.literal('notice'),
    code: z.string(),
    message: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  }),
]);
export type Part = z.infer<typeof Part>;

export const Message = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  createdAt: z.number(),
  status: z.enum(['streaming', 'done', 'stopped', 'failed']),
  parts: z.array(Part),
  /** Shown under an answer: the model's id, or `offline` for the assistant without a language model. */
  model: z.string().optional(),
  usage: Usage.optional(),
  error: ErrorInfo.optional(),
});
export type Message = z.infer<typeof Message>;

export const ConversationSummary = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  pinned: z.boolean(),
  archived: z.boolean(),
  run: RunState,
  /** TOL-7: discoveries that wait for this conversation's next run. */
  pendingSync: z.boolean(),
  /** TOL-11: what this conversation does without. */
  toolsOff: ToolsOff.optional(),
});
export type ConversationSummary = z.infer<typeof ConversationSummary>;

/** The messages of an open conversation; `order` is oldest first. */
export const ChatView = z.object({ messages: z.record(z.string(), Message), order: z.array(z.string()), error: ErrorInfo.optional() });
export type ChatView = z.infer<typeof ChatView>;
