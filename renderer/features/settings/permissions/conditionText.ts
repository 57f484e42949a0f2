import type { Condition } from '../../../../preload/contract/permissions.ts';

/** A condition in the notation of the command line (cli.md): `path in /srv`, `url host example.org`. */
export function conditionText(condition: Condition): string {
  switch (condition.op) {
    case 'equals':
      return `${condition.path} = ${JSON.stringify(condition.value)}`;
    case 'prefix':
      return `${condition.path} ^= ${condition.value}`;
    case 'regex':
      return `${condition.path} ~= ${condition.value}`;
    case 'in':
      return `${condition.path} in ${condition.value}`;
    case 'host':
      return `${condition.path} host ${condition.value}`;
    case 'range':
      return `${condition.min ?? '−∞'} ≤ ${condition.path} ≤ ${condition.max ?? '∞'}`;
  }
}
