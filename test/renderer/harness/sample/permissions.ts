import { ok } from '../../../../preload/contract/errors.ts';
import type { AuditEntry, AuditQuery, RuleView } from '../../../../preload/contract/permissions.ts';
import type { FakeHost, Handlers } from '../fakeHost.ts';
import { audit, rules } from './approvals.ts';

const settle = () => Promise.resolve(ok({}));

const views: RuleView[] = rules.map((rule) => ({
  ...rule,
  text: { r1: 'mcp__weather__get_forecast', r2: 'mcp__files__read_*(path in /home/ling/projects/harbour)', r3: 'mcp__*__delete_*' }[rule.id] ?? '',
  dead: rule.id === 'r3' ? [{ code: 'unknown-tool', message: 'No connected server offers a tool of this name.' }] : [],
}));

const fits = (entry: AuditEntry, { query, server, tool, verdict, outcome, since }: AuditQuery): boolean =>
  (!query || JSON.stringify(entry).toLowerCase().includes(query.toLowerCase())) &&
  (!server || entry.server === server) &&
  (!tool || entry.original === tool) &&
  (!verdict || entry.verdict === verdict) &&
  (!outcome || entry.outcome === outcome) &&
  entry.at >= (since ?? 0);

/** Approvals, rules and the activity log of the sample host. */
export function permissionHandlers(host: () => FakeHost): Handlers {
  return {
    'approval.answer': ({ id }) => {
      host().update((state) => {
        const { [id]: _, ...approvals } = state.approvals;
        return { ...state, approvals };
      });
      return settle();
    },
    'approval.ruleChoices': ({ id }) => {
      const request = host().state.approvals[id];
      if (!request) return ok({ choices: [] });
      const { proposedRule: rule } = request;
      return ok({
        choices:
          request.original === 'move_file'
            ? [
                { kind: 'tool', rule },
                {
                  kind: 'folder',
                  argument: 'destination',
                  value: '/home/ling/projects/harbour/archive',
                  rule: `${rule}(destination in /home/ling/projects/harbour/archive)`,
                },
              ]
            : [
                { kind: 'tool', rule },
                { kind: 'exact', rule: `${rule}(. = {"city":"杭州","days":2})` },
              ],
      });
    },
    'permissions.setMode': ({ mode }) => {
      host().update((state) => ({ ...state, mode }));
      return settle();
    },
    'permissions.rules': () => ok({ rules: views }),
    'permissions.removeRule': settle,
    'permissions.saveRule': ({ draft }) => ok({ id: draft.id ?? 'new' }),
    'permissions.checkRule': ({ draft }) => {
      const { rule } = draft;
      const same =
        'names' in rule ? views.find((view) => view.tool === rule.names.tool && view.conditions.length === rule.names.conditions.length) : undefined;
      const text = 'text' in rule ? rule.text : (same?.text ?? `mcp__${rule.names.server}__${rule.names.tool}`);
      if (text.trim() === '')
        return ok({
          text,
          problem: { code: 'host.bad_input', message: 'The rule names no tool.' },
          dead: [],
          past: { looked: 0, covered: 0, unclear: 0, examples: [] },
        });
      const names = 'names' in rule ? rule.names : (views.find((rule) => rule.text === text) ?? views[1]);
      const { server = '*', tool = '*', conditions = [] } = names ?? {};
      return ok({
        text,
        names: { server, tool, conditions },
        dead:
          draft.effect === 'allow' && tool.includes('delete') ? [{ code: 'glob-destructive', message: 'A pattern never allows such tools.' }] : [],
        past: {
          looked: audit.length,
          covered: 3,
          unclear: 1,
          examples: audit.slice(0, 3).map((entry, i) => ({ entry, now: i === 1 ? ('ask' as const) : draft.effect })),
        },
      });
    },
    'permissions.audit': ({ limit = 200, filter = {}, after }) => {
      const found = audit.filter((entry) => fits(entry, filter));
      const from = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
      return ok({ entries: found.slice(from, from + limit), more: found.length > from + limit });
    },
    'permissions.auditNames': () => ok({ servers: { files: ['move_file', 'read_file'], weather: ['get_forecast'] } }),
    'permissions.auditExport': ({ format, filter = {} }) =>
      ok({ path: `/home/ling/.config/quayside/exports/activity.${format}`, entries: audit.filter((entry) => fits(entry, filter)).length }),
  };
}
