import { z } from 'zod';
import { StageRecord } from './pipeline.ts';

/** Where a secret is kept (CFG-8): in memory until the app ends, in a file only this user can read, or encrypted by the operating system. */
export const Remember = z.enum(['session', 'file', 'encrypted']);
export type Remember = z.infer<typeof Remember>;

/** A question an entry asks before it can start (`${input:id}`, CFG-4). The answer itself never leaves main. */
export const InputView = z.object({
  id: z.string(),
  description: z.string().optional(),
  /** Shown by nobody once it was entered. */
  password: z.boolean(),
  /** The only answers that make sense. */
  options: z.array(z.string()).optional(),
  default: z.string().optional(),
  /** `default`: not answered, and the entry does without an answer. */
  state: z.enum(['missing', 'default', 'answered']),
});
export type InputView = z.infer<typeof InputView>;

/** A value of `env` or headers that is kept apart from its file. `gone`: kept for a session that is over, or no longer readable. */
export const SecretView = z.object({ field: z.string(), kept: z.enum([...Remember.options, 'gone']) });
export type SecretView = z.infer<typeof SecretView>;

/** A connection test as it runs (WIN-4): config, connect and tools, and the last lines the server wrote. */
export const ConnectionTestView = z.object({ stages: z.array(StageRecord), stderr: z.array(z.string()) });
export type ConnectionTestView = z.infer<typeof ConnectionTestView>;

/** How a connection test ended. */
export const ConnectionTestResult = z.object({
  ...ConnectionTestView.shape,
  tools: z.number(),
  /** The code of the failure, for what the window can offer. */
  code: z.string().optional(),
  cancelled: z.boolean().optional(),
});
export type ConnectionTestResult = z.infer<typeof ConnectionTestResult>;

/** An editor that runs and has the project open (TRN-6). `server` is the name it is connected under. */
export const EditorView = z.object({
  id: z.string(),
  name: z.string(),
  folders: z.array(z.string()),
  transport: z.enum(['ws-ide', 'sse-ide']),
  server: z.string().optional(),
});
export type EditorView = z.infer<typeof EditorView>;
