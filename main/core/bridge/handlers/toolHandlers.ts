import { HostError } from '../../base/hostError.ts';
import { findTools } from '../../tools/findTools.ts';
import type { Tool } from '../../tools/tool.ts';
import type { Handlers } from '../dispatch.ts';
import type { Publisher } from '../publisher.ts';
import type { Services } from '../services.ts';
import { toolsSummary } from '../toolsSummary.ts';
import { toolRow, toolView } from '../views/toolView.ts';
import { trialHandlers } from './trialHandlers.ts';

type ToolHandlers = Pick<Handlers, Extract<keyof Handlers, `tools.${string}`>>;

/** The tools of the servers as people see them (TOL-1 … TOL-11), page by page: no list crosses in one piece. */
export function toolHandlers(services: Services, publisher: Publisher): ToolHandlers {
  const { tools, pins, settings } = services;
  const facts = (tool: Tool) => ({ enabled: tools.isEnabled(tool), pin: pins.stateOf(tool), risk: tools.risk(tool) });
  return {
    ...trialHandlers(services, publisher),
    async 'tools.list'({ server, query, offset, limit }) {
      const all = tools.ofServer(server);
      const matched = await findTools(all, query);
      return { rows: matched.slice(offset, offset + limit).map((tool) => toolRow(tool, facts(tool))), matched: matched.length, total: all.length };
    },
    'tools.get'({ server, original }) {
      const tool = tools.find(server, original);
      if (!tool)
        throw new HostError('host.not_found', `The server "${server}" no longer has a tool "${original}".`, { fix: 'Look at its list again.' });
      return { tool: toolView(tool, { ...facts(tool), pinned: pins.pinOf(tool) }) };
    },
    'tools.summary': ({ server }) => toolsSummary(services, server),
    async 'tools.setEnabled'({ name, enabled }) {
      const others = settings.current().tools.disabled.filter((other) => other !== name);
      await settings.update({ tools: { disabled: enabled ? others : [...others, name] } });
      return {};
    },
  };
}
