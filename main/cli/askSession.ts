import { type AskSession, createAskSession } from '../core/agent/askRun.ts';
import type { CommandContext } from './context.ts';

/** A talk over the started core: the model of the options, the tools as they stand, built-ins and limits of the settings. */
export async function openSession({ core }: CommandContext): Promise<AskSession> {
  const { limits, deferAbovePercent, userPrompt } = core.limits();
  return createAskSession({
    model: await core.currentModel(),
    execute: core.execute,
    tools: () => core.tools.snapshot(),
    builtins: core.builtins,
    limits,
    deferAbovePercent,
    instructions: () => core.limits().instructions,
    ...(userPrompt === undefined ? {} : { userPrompt }),
  });
}
