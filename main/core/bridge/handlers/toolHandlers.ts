import { randomUUID } from 'node:crypto';
import { HostError } from '../../base/hostError.ts';
import type { Handlers } from '../dispatch.ts';
import type { Services } from '../services.ts';
import { toolView } from '../views/toolView.ts';
import { unwrap } from './unwrap.ts';

type ToolHandlers = Pick<Handlers, Extract<keyof Handlers, `tools.${string}` | `approval.${string}` | `permissions.${string}`>>;

export function toolHandlers(services: Services): ToolHandlers {
  const { tools, pins, settings, approvals, rules, audit, mode, execute, servers } = services;
  return {
    'tools.list'({ server }) {
      const names = server === undefined ? servers.list().map(({ name }) => name) : [server];
      const listed = names.flatMap((name) => tools.ofServer(name));
      return {
        tools: listed.map((tool) => toolView(tool, { enabled: tools.isEnabled(tool), pin: pins.stateOf(tool), risk: tools.risk(tool) })),
        quarantined: [...tools.quarantined(server)],
      };
    },
    async 'tools.setEnabled'({ name, enabled }) {
      const others = settings.current().tools.disabled.filter((other) => other !== name);
      await settings.update({ tools: { disabled: enabled ? others : [...others, name] } });
      return {};
    },
    async 'tools.call'({ server, original, arguments: args }) {
      const tool = tools.find(server, original);
      if (!tool) throw new HostError('call.unknown_tool', `The server "${server}" has no tool "${original}".`);
      const outcome = await execute({ callId: `test-${randomUUID()}`, tool, arguments: args, asker: 'tester', signal: new AbortController().signal });
      return { ms: outcome.ms, ...(outcome.result ? { result: outcome.result.view } : {}), ...(outcome.error ? { error: outcome.error } : {}) };
    },
    async 'approval.answer'({ id, answer, alsoMatching }) {
      unwrap(await approvals.answer(id, answer, alsoMatching));
      return {};
    },
    async 'permissions.setMode'({ mode: chosen }) {
      await mode.set(chosen);
      return {};
    },
    'permissions.rules': () => ({ rules: [...rules.list()] }),
    async 'permissions.removeRule'({ id }) {
      unwrap(await rules.remove(id));
      return {};
    },
    'permissions.audit': async ({ limit, query }) => ({ entries: await audit.query(limit, query ? { query } : {}) }),
  };
}
