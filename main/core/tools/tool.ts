import type { JsonSchema, QuarantinedTool, Risk, ToolAnnotations } from '../../../preload/contract/tools.ts';
import type { Raw } from '../servers/session.ts';

/** A tool that was adopted into the table. Immutable; a changed definition makes a new one. */
export interface Tool {
  /** Model-facing, `[a-zA-Z0-9_-]{1,64}`, unique in the table and stable across restarts (TOL-3). */
  readonly name: string;
  readonly server: string;
  /** What the server calls it and gets. */
  readonly original: string;
  readonly title: string;
  /** For the model: cleaned and at most 2,048 characters, never empty (TOL-5). */
  readonly description: string;
  /** At most 100 characters, for the catalogue in the system prompt. */
  readonly catalogLine: string;
  /** The server's text, uncut. */
  readonly fullDescription: string;
  /** Provider-neutral normalised schema: the root is an object schema (TOL-4). */
  readonly inputSchema: JsonSchema;
  /** The schema as it came, for validation (CAL-1). */
  readonly originalSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: ToolAnnotations;
  /** SHA-256 over name, description, schema and annotations (TOL-9), hex. */
  readonly definitionHash: string;
  /** The untouched definition. */
  readonly definition: Raw;
  /** What was repaired or left out when the tool was adopted, in plain English with JSON pointers (TOL-2). */
  readonly notes?: readonly string[];
  /** Meant for the server's own MCP App, not for the model (PRO-7, `_meta.ui.visibility`). */
  readonly appOnly?: boolean;
}

/** An immutable view of the table for one run (TOL-7). */
export interface ToolSnapshot {
  readonly revision: number;
  readonly tools: readonly Tool[];
  byName(name: string): Tool | undefined;
}

export interface ToolTable {
  snapshot(): ToolSnapshot;
  find(server: string, original: string): Tool | undefined;
  ofServer(server: string): readonly Tool[];
  quarantined(server?: string): readonly QuarantinedTool[];
  risk(tool: Tool): Risk;
  onChange(listener: (server: string) => void): () => void;
}
