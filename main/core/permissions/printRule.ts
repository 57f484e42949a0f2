import type { Condition, Rule } from '../../../preload/contract/permissions.ts';
import { toolName } from '../tools/toolNames.ts';
import { literalOf } from './namePattern.ts';

/** What a rule's text needs of it. */
export type PrintableRule = Pick<Rule, 'server' | 'tool' | 'conditions' | 'alias'>;

/**
 * The rule in the form of the command line; parsing it again gives the same conditions. `name` is the model-facing name of the
 * one tool the rule is about, where it is known.
 */
export function printRule(rule: PrintableRule, name?: string): string {
  const tool = rule.alias ?? name ?? nameOf(rule);
  const head = /^[^\s("]+$/.test(tool) ? tool : JSON.stringify(tool);
  return rule.conditions.length === 0 ? head : `${head}(${rule.conditions.map(printCondition).join(', ')})`;
}

/** One tool by its model-facing name, several by a glob over such names. */
function nameOf({ server, tool }: PrintableRule): string {
  const [onlyServer, onlyTool] = [literalOf(server), literalOf(tool)];
  return onlyServer !== undefined && onlyTool !== undefined ? toolName(onlyServer, onlyTool) : `mcp__${server}__${tool}`;
}

/** The text that allows exactly this tool; what "always" proposes. */
export const exactRuleText = (name: string): string => printRule({ server: '', tool: '', conditions: [], alias: name });

export function printCondition(condition: Condition): string {
  const path = /^[^\s=^~,()"]+$/.test(condition.path) ? condition.path : JSON.stringify(condition.path);
  switch (condition.op) {
    case 'equals':
      return `${path} = ${equalsText(condition.value)}`;
    case 'prefix':
      return `${path} ^= ${valueText(condition.value)}`;
    case 'regex':
      return `${path} ~= ${valueText(condition.value)}`;
    case 'in':
    case 'host':
      return `${path} ${condition.op} ${valueText(condition.value)}`;
    case 'range':
      return `${path} range ${condition.min ?? ''}..${condition.max ?? ''}`;
  }
}

const BARE = /^[^\s"\\,()[\]{}]+( [^\s"\\,()[\]{}]+)*$/;
const valueText = (text: string): string => (BARE.test(text) ? text : JSON.stringify(text));

/** Text that would be read as JSON (`5`, `true`) is quoted. */
function equalsText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'null';
  try {
    JSON.parse(value);
    return JSON.stringify(value);
  } catch {
    return valueText(value);
  }
}
