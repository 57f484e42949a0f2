import type { ToolsSummary } from '../../../preload/contract/tools.ts';
import { contextOf } from '../models/contextSizes.ts';
import { costOfTools } from '../tools/costOfTools.ts';
import { shouldDefer, UNKNOWN_CONTEXT_TOKENS } from '../tools/deferTools.ts';
import type { Tool } from '../tools/tool.ts';
import type { Services } from './services.ts';

/** Set-aside tools that are told one by one; a server with more has one fault many times over. */
const MAX_QUARANTINED = 200;

/** The head of a server's tool list: counts, what its definitions cost, what is wrong with it (TOL-1, TOL-2, TOL-10). */
export async function toolsSummary({ tools, pins, settings }: Services, server: string): Promise<ToolsSummary> {
  const all = tools.ofServer(server);
  const given = all.filter((tool) => tools.isEnabled(tool) && !tool.appOnly);
  const { tokens, largest } = await costOfTools(given);
  const quarantined = tools.quarantined(server);
  return {
    total: all.length,
    off: all.filter((tool) => !tools.isEnabled(tool)).length,
    appOnly: all.filter((tool) => tool.appOnly).length,
    // Only approved tools can have changed; hashing 10,000 definitions to learn that none was approved would be a waste.
    changed: all.filter((tool) => pins.pinOf(tool) !== undefined && pins.stateOf(tool) === 'changed').length,
    tokens,
    largest: largest.map(({ tool, tokens: own }) => ({ original: tool.original, title: tool.title, tokens: own })),
    ...request(settings.current(), tools.snapshot().tools),
    quarantined: quarantined.slice(0, MAX_QUARANTINED),
    quarantinedTotal: quarantined.length,
    notices: tools.notices(server).map(({ code, message }) => ({ code, message })),
  };
}

/** How a request of the chosen model would carry the tools; the offline assistant makes none. */
function request(
  { provider, tools }: ReturnType<Services['settings']['current']>,
  enabled: readonly Tool[],
): Pick<ToolsSummary, 'context' | 'deferred'> {
  if (provider.kind === 'offline') return {};
  const known = contextOf(provider);
  const forModel = enabled.filter((tool) => !tool.appOnly);
  const { because } = shouldDefer(forModel, known, tools.deferAbovePercent);
  return {
    context: { tokens: known ?? UNKNOWN_CONTEXT_TOKENS, model: provider.model, assumed: known === undefined },
    ...(because ? { deferred: because } : {}),
  };
}
