import { z } from 'zod';

/** The six stages every call goes through (WIN-5): config adopted → connected → tools registered → given to the model → call sent → result in the conversation. */
export const Stage = z.enum(['config', 'connect', 'tools', 'model', 'call', 'result']);
export type Stage = z.infer<typeof Stage>;
export const STAGES: readonly Stage[] = Stage.options;

export const StageState = z.enum(['ok', 'failed', 'skipped', 'running', 'waiting']);
export type StageState = z.infer<typeof StageState>;

/** One stage of one server or call. `ms` is its duration in milliseconds; `at` the epoch time in milliseconds of the last change. */
export const StageRecord = z.object({
  stage: Stage,
  state: StageState,
  ms: z.number().optional(),
  at: z.number().optional(),
  detail: z.string(),
  fix: z.string().optional(),
});
export type StageRecord = z.infer<typeof StageRecord>;
