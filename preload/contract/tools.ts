import { z } from 'zod';

/** A JSON Schema document, kept as data. */
export const JsonSchema = z.record(z.string(), z.unknown());
export type JsonSchema = z.infer<typeof JsonSchema>;

/** MCP ToolAnnotations (schema 2025-11-25 § ToolAnnotations). All are hints; PER-2 and TOL-6 say what they count for. */
export const ToolAnnotations = z.object({
  title: z.string().optional(),
  readOnlyHint: z.boolean().optional(),
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional(),
});
export type ToolAnnotations = z.infer<typeof ToolAnnotations>;

/**
 * What the gate believes about a tool after weighing hints, trust and the name (TOL-6).
 * `declared` is false when the server said nothing, so everything below is the careful reading.
 */
export const Risk = z.object({
  readOnly: z.boolean(),
  destructive: z.boolean(),
  idempotent: z.boolean(),
  openWorld: z.boolean(),
  declared: z.boolean(),
  /** True when the hints were believed, i.e. the user trusts this server's annotations. */
  trusted: z.boolean(),
  /** What the server says for itself, to be told as its word where it is not trusted. */
  claims: z.object({ readOnly: z.boolean(), closedWorld: z.boolean() }).optional(),
});
export type Risk = z.infer<typeof Risk>;

export const PinState = z.enum(['new', 'pinned', 'changed']);
export type PinState = z.infer<typeof PinState>;

/** A tool in a list: enough to find it and to judge it. The rest comes with `tools.get`, so that 10,000 tools stay small. */
export const ToolRow = z.object({
  /** The model-facing name, mcp__server__tool (TOL-3). */
  name: z.string(),
  server: z.string(),
  /** The server's own name for it. */
  original: z.string(),
  title: z.string(),
  /** The beginning of the server's description, on one line, hidden characters made visible. */
  line: z.string(),
  risk: Risk,
  enabled: z.boolean(),
  pin: PinState,
  /** Kept for the server's own MCP App; the model never gets it (PRO-7). */
  appOnly: z.boolean().optional(),
  /** The name, title or description holds characters that people do not see and models read. */
  hidden: z.boolean().optional(),
});
export type ToolRow = z.infer<typeof ToolRow>;

/** What a provider family does not get of a schema as it was written (TOL-4); each note has its JSON pointer. */
export const ProviderNotes = z.object({ family: z.enum(['openai-compatible', 'anthropic', 'google']), notes: z.array(z.string()) });
export type ProviderNotes = z.infer<typeof ProviderNotes>;

/** One place where the definition differs from the one that was approved (TOL-9); hidden characters are made visible. */
export const DefinitionChange = z.object({
  /** JSON pointer into the definition. */
  pointer: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  before: z.string().optional(),
  after: z.string().optional(),
});
export type DefinitionChange = z.infer<typeof DefinitionChange>;

/** A tool in full. */
export const ToolView = ToolRow.extend({
  /** What the model gets (cleaned, at most 2,048 characters). */
  description: z.string(),
  /** The server's text, uncut; control and invisible characters made visible. Absent where it is the same. */
  fullDescription: z.string().optional(),
  /** As the server wrote it. */
  inputSchema: JsonSchema,
  /** The same as lawful 2020-12 with an object root, for forms; absent where it is the same. */
  formSchema: JsonSchema.optional(),
  outputSchema: JsonSchema.optional(),
  annotations: ToolAnnotations,
  definitionHash: z.string(),
  /** Of its definition in a request. */
  tokens: z.number().optional(),
  /** What was repaired or left out when it was adopted (TOL-2, TOL-4), with JSON pointers. */
  notes: z.array(z.string()).optional(),
  /** What single providers do not get of the schema. */
  providers: z.array(ProviderNotes).optional(),
  /** When its definition was approved, epoch milliseconds. */
  pinnedAt: z.number().optional(),
  /** With `pin: 'changed'`: what is different now. */
  changes: z.array(DefinitionChange).optional(),
});
export type ToolView = z.infer<typeof ToolView>;

/** TOL-2: a tool that could not be adopted, with the place in the definition (JSON pointer) and the reason. */
export const QuarantinedTool = z.object({ server: z.string(), original: z.string(), reason: z.string(), pointer: z.string().optional() });
export type QuarantinedTool = z.infer<typeof QuarantinedTool>;

/** What a server's tools cost and what is wrong with them, for the head of its list (TOL-2, TOL-10). */
export const ToolsSummary = z.object({
  total: z.number(),
  off: z.number(),
  appOnly: z.number(),
  changed: z.number(),
  /** Tokens of the definitions a model would get from this server. */
  tokens: z.number(),
  /** Context of the chosen model, or what is assumed where it is not known; absent for the offline assistant. */
  context: z.object({ tokens: z.number(), model: z.string(), assumed: z.boolean() }).optional(),
  /** The definitions of all servers wait behind `search_tools`: they are too long or too many for one request. */
  deferred: z.enum(['tokens', 'count']).optional(),
  /** The costliest first. */
  largest: z.array(z.object({ original: z.string(), title: z.string(), tokens: z.number() })),
  /** At most 200 of `quarantinedTotal`. */
  quarantined: z.array(QuarantinedTool),
  quarantinedTotal: z.number(),
  /** What is known about the list as a whole, such as pages that were cut. */
  notices: z.array(z.object({ code: z.string(), message: z.string() })),
});
export type ToolsSummary = z.infer<typeof ToolsSummary>;

/** Tools a conversation does without (TOL-11): whole servers by name, single tools by model-facing name. */
export const ToolsOff = z.object({ servers: z.array(z.string().max(200)).max(1000), tools: z.array(z.string().max(64)).max(20_000) });
export type ToolsOff = z.infer<typeof ToolsOff>;
