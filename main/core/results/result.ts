import type { ToolResultView } from '../../../preload/contract/chat.ts';

/** An image that may go to a model: already shrunk, with its bytes on disk. */
export interface ModelImage {
  path: string;
  mimeType: string;
}

/** A tool result after the pipeline: what people see, and what a model gets. */
export interface ProcessedResult {
  view: ToolResultView;
  /** `view.text` plus these images. */
  images: ModelImage[];
  /** Small structured content with long numbers digit by digit; in the view they are text. Absent where the view says the same. */
  structured?: unknown;
}

/** Turns the raw result of tools/call into a ProcessedResult. Never rejects: an odd part becomes a note (CAL-6). */
export type ProcessResult = (
  raw: Record<string, unknown>,
  context: { server: string; tool: string; callId: string; outputSchema?: Record<string, unknown> },
) => Promise<ProcessedResult>;
