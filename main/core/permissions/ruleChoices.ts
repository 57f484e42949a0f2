import path from 'node:path';
import type { Condition, RuleChoice } from '../../../preload/contract/permissions.ts';
import { conditionMatches } from './conditions/conditionMatches.ts';
import { WHOLE } from './conditions/findValues.ts';
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
  const paths = names.filter((name) => foldersOf(textOf(args[name]), context).length > 0);
  if (paths.length > 1) {
    // One folder for all of them: a rule on the place something goes to says nothing about where it comes from.
    const folders = new Set(paths.flatMap((name) => foldersOf(textOf(args[name]), context)));
    for (const folder of folders) {
      const inside = paths.map((path): Condition => ({ path, op: 'in', value: folder }));
      offer({ kind: 'folder', argument: paths.join(', '), value: folder }, inside);
    }
  }
  for (const name of names) {
    const first = textOf(args[name]);
    if (first === '') continue;
    const host = hostOf(first);
    if (host !== undefined) offer({ kind: 'host', argument: name, value: host }, [{ path: name, op: 'host', value: host }]);
    for (const folder of foldersOf(first, context)) {
      offer({ kind: 'folder', argument: name, value: folder }, [{ path: name, op: 'in', value: folder }]);
    }
  }
  // All arguments as one value: conditions on each of them would let a call with more arguments through.
  if (Object.keys(args).length > 0) offer({ kind: 'exact' }, [{ path: WHOLE, op: 'equals', value: args }]);
  return choices;
}

/** The text of an argument, or the first of a list; empty where there is none that a rule could hold. */
function textOf(value: unknown): string {
  const [first] = [value].flat();
  return typeof first === 'string' && first.length <= MAX_RULE ? first : '';
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
