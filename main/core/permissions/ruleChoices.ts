import path from 'node:path';
import type { Condition, RuleChoice } from '../../../preload/contract/permissions.ts';
import { conditionMatches } from './conditions/conditionMatches.ts';
import type { GateCall, GateContext } from './gate.ts';
import { printRule } from './printRule.ts';

const MAX_CHOICES = 12;
/** A longer rule is no rule a person can read. */
const MAX_RULE = 600;

/**
 * The rules that "always" may make of a call, widest first: the tool as it is, only inside a folder or on a host that an argument names,
 * exactly these arguments. Each one is offered only if the gate itself finds that it covers this call, so none is dead when it is made.
 */
export function ruleChoices(call: GateCall, args: Record<string, unknown>, context: GateContext): RuleChoice[] {
  const printed = (conditions: Condition[]): string => printRule({ server: '', tool: '', alias: call.tool.name, conditions });
  const holds = (condition: Condition): boolean => conditionMatches(condition, args, true, context);
  const choices: RuleChoice[] = [{ kind: 'tool', rule: printed([]) }];
  const offer = (choice: Omit<RuleChoice, 'rule'>, conditions: Condition[]): void => {
    const rule = printed(conditions);
    if (choices.length < MAX_CHOICES && rule.length <= MAX_RULE && conditions.every(holds)) choices.push({ ...choice, rule });
  };
  const names = Object.keys(args).filter((name) => !name.includes('.'));
  for (const name of names) {
    const [first] = [args[name]].flat();
    if (typeof first !== 'string' || first.length > MAX_RULE) continue;
    const host = hostOf(first);
    if (host !== undefined) offer({ kind: 'host', argument: name, value: host }, [{ path: name, op: 'host', value: host }]);
    for (const folder of foldersOf(first, context)) {
      offer({ kind: 'folder', argument: name, value: folder }, [{ path: name, op: 'in', value: folder }]);
    }
  }
  const exact = names.map((name): Condition => ({ path: name, op: 'equals', value: args[name] }));
  if (exact.length > 0 && names.length === Object.keys(args).length) offer({ kind: 'exact' }, exact);
  return choices;
}

function hostOf(text: string): string | undefined {
  if (!/^(https?|wss?):\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { hostname, port } = new URL(text);
  return port === '' ? hostname : `${hostname}:${port}`;
}

/** The folder a file lies in, and the project when it lies there. Never the root folder or the home folder: that is no narrowing. */
function foldersOf(text: string, { pathStyle, projectFolder, homeFolder }: GateContext): string[] {
  const rules = (pathStyle ?? (process.platform === 'win32' ? 'win32' : 'posix')) === 'win32' ? path.win32 : path.posix;
  if (!rules.isAbsolute(text)) return [];
  const folder = rules.dirname(rules.normalize(text));
  const tooWide = (candidate: string): boolean => candidate === rules.parse(candidate).root || candidate === homeFolder;
  return [...new Set([folder, ...(projectFolder === undefined ? [] : [projectFolder])])].filter((candidate) => !tooWide(candidate));
}
