import { z } from 'zod';
import { ErrorInfo } from './errors.ts';

/** The six stages every call goes through (WIN-5): config adopted → connected → tools registered → given to the model → call sent → result in the conversation. */
export const Stage = z.enum(['config', 'connect', 'tools', 'model', 'call', 'result']);
export type Stage = z.infer<typeof Stage>;
export const STAGES: readonly Stage[] = Stage.options;

export const StageState = z.enum(['ok', 'failed', 'skipped', 'running', 'waiting']);
export type StageState = z.infer<typeof StageState>;

/** A text of the table `stages` with its values, so that each reader says it in the reader's own language. */
export const StageText = z.object({ key: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])).optional() });
export type StageText = z.infer<typeof StageText>;

/**
 * One stage of one server or call. `ms` is its duration in milliseconds; `at` the epoch time in milliseconds of the last change.
 * `detail` says in English what happened; `text` is the same by key. `error` is what failed, or with a waiting stage what failed last time.
 */
export const StageRecord = z.object({
  stage: Stage,
  state: StageState,
  ms: z.number().optional(),
  at: z.number().optional(),
  detail: z.string(),
  text: StageText.optional(),
  error: ErrorInfo.optional(),
  fix: z.string().optional(),
});
export type StageRecord = z.infer<typeof StageRecord>;
