import type { Usage } from '../../../preload/contract/chat.ts';
import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import type { JsonSchema } from '../../../preload/contract/tools.ts';
import type { ModelImage } from '../results/result.ts';

export interface ModelTool {
  name: string;
  description: string;
  inputSchema: JsonSchema;
  /** For people; the offline assistant shows it. Providers do not get it. */
  title?: string;
}

/** `providerData` is opaque: what a provider wants back unchanged on the next step (thought signatures, reasoning ids). */
export type ModelPart =
  | { kind: 'text'; text: string }
  | { kind: 'reasoning'; text: string; providerData?: unknown }
  | { kind: 'tool-call'; id: string; name: string; arguments: Record<string, unknown>; providerData?: unknown };

export type ModelMessage =
  | { role: 'user'; text: string; images?: ModelImage[] }
  | { role: 'assistant'; parts: ModelPart[] }
  | { role: 'tool'; callId: string; name: string; text: string; isError: boolean; images: ModelImage[] };

export interface ModelRequest {
  system: string;
  messages: ModelMessage[];
  tools: ModelTool[];
}

/** One step of a model. The stream ends after `finish` or `error`, or by the signal (then without either). */
export type ModelEvent =
  | { kind: 'text'; text: string }
  | { kind: 'reasoning'; text: string; providerData?: unknown }
  /** `argumentsText` is set when the arguments could not be parsed as a JSON object (AGT-2). */
  | { kind: 'tool-call'; id: string; name: string; arguments: Record<string, unknown>; argumentsText?: string; providerData?: unknown }
  /** A transient failure; the provider tries again by itself. */
  | { kind: 'retry'; attempt: number; inMs: number; error: ErrorInfo }
  | { kind: 'finish'; reason: 'end' | 'tool-calls' | 'length' | 'refused' | 'other'; usage?: Usage }
  | { kind: 'error'; error: ErrorInfo }
  /** Only the offline assistant: it needs values from the person before it can call (AGT-4). */
  | { kind: 'form'; tool: string; title: string; inputSchema: JsonSchema; values: Record<string, unknown> };

export interface Model {
  /** Shown under the answer; `offline` for the assistant without a language model. */
  readonly id: string;
  readonly contextTokens?: number;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
