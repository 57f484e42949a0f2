import type { QuarantinedTool } from '../../../preload/contract/tools.ts';
import type { DiscoveredTools } from '../servers/serverHost.ts';
import { adoptTool } from './adoptTool.ts';
import { salvaging } from './salvage.ts';
import { equalJson } from './schema/equalJson.ts';
import type { Tool } from './tool.ts';
import { toolName } from './toolNames.ts';

export interface AdoptedList {
  tools: Tool[];
  quarantined: QuarantinedTool[];
}

/**
 * A server's list as tools under their model-facing names, a step a tool. `known`: the tool that stood for this original name so far;
 * it is kept when its definition is the same. Whether a name is still free is not asked here: others may take it between two steps.
 */
export function* adoptList(found: DiscoveredTools, known: (original: string) => Tool | undefined): Generator<void, AdoptedList> {
  const { definitions, quarantined } = yield* salvaging(found.server, found.items, { headers: found.headerParameters ?? false });
  const tools: Tool[] = [];
  for (const salvaged of definitions) {
    const before = known(salvaged.original);
    const same = before !== undefined && equalJson(before.definition, salvaged.definition);
    tools.push(same ? before : adoptTool(toolName(found.server, salvaged.original), found.server, salvaged));
    yield;
  }
  return { tools, quarantined };
}
