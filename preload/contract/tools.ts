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

/** A tool as people see it. */
export const ToolView = z.object({
  /** The model-facing name, mcp__server__tool (TOL-3). */
  name: z.string(),
  server: z.string(),
  /** The server's own name for it. */
  original: z.string(),
  title: z.string(),
  /** What the model gets (cleaned, at most 2,048 characters). */
  description: z.string(),
  /** The server's text, uncut; control and invisible characters made visible. */
  fullDescription: z.string().optional(),
  inputSchema: JsonSchema,
  annotations: ToolAnnotations,
  risk: Risk,
  enabled: z.boolean(),
  pin: PinState,
  definitionHash: z.string(),
  tokens: z.number().optional(),
});
export type ToolView = z.infer<typeof ToolView>;

/** TOL-2: a tool that could not be adopted, with the place in the definition (JSON pointer) and the reason. */
export const QuarantinedTool = z.object({ server: z.string(), original: z.string(), reason: z.string(), pointer: z.string().optional() });
export type QuarantinedTool = z.infer<typeof QuarantinedTool>;
