import { HostError } from '../../base/hostError.ts';
import type { Handlers } from '../dispatch.ts';
import type { Services } from '../services.ts';
import { unwrap } from './unwrap.ts';

type PermissionHandlers = Pick<Handlers, Extract<keyof Handlers, `approval.${string}` | `permissions.${string}`>>;

/** The gate as people see it: the questions that wait, the rules, and what was decided. */
export function permissionHandlers({ approvals, rules, workshop, audit, exportAudit, mode }: Services): PermissionHandlers {
  return {
    async 'approval.answer'({ id, answer, alsoMatching }) {
      unwrap(await approvals.answer(id, answer, alsoMatching));
      return {};
    },
    'approval.ruleChoices'({ id, arguments: args }) {
      const choices = approvals.choices(id, args);
      if (!choices) throw new HostError('host.not_found', 'This question is not open any more.', { params: { id } });
      return { choices };
    },
    async 'permissions.setMode'({ mode: chosen }) {
      await mode.set(chosen);
      return {};
    },
    'permissions.rules': () => ({ rules: workshop.views() }),
    'permissions.checkRule': ({ draft }) => workshop.check(draft),
    'permissions.saveRule': async ({ draft }) => unwrap(await workshop.save(draft)),
    async 'permissions.removeRule'({ id }) {
      unwrap(await rules.remove(id));
      return {};
    },
    'permissions.audit': ({ limit, filter, after }) => audit.page(limit, filter, after),
    'permissions.auditNames': async () => ({ servers: await audit.names() }),
    'permissions.auditExport': ({ format, filter }) => exportAudit(format, filter),
  };
}
