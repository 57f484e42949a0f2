import type { ImportCandidate } from '../../../../preload/contract/servers.ts';
import type { EntryTemplate, Tree } from '../entryTemplate.ts';
import { Expansion, type VariableScope } from '../expandVariables.ts';
import { withoutSecrets } from './adoptable.ts';

/** What a person should know of a candidate before it is taken over: what it still lacks, what is a secret, whether it is off. Holds no value. */
export async function foreseen(
  value: Tree,
  template: EntryTemplate,
  scope: VariableScope,
): Promise<Pick<ImportCandidate, 'disabled' | 'missing' | 'secretFields'>> {
  const expansion = new Expansion(scope);
  if (template.transport === 'stdio') {
    await expansion.list([template.command, ...template.args, template.cwd ?? '', template.envFile ?? ''], 'args');
    await expansion.table(template.env, 'env');
  } else {
    await expansion.text(template.url, 'url');
    await expansion.table(template.headers, 'headers');
  }
  const missing = [...new Set(expansion.missing.map(({ variable }) => variable))];
  const fields = withoutSecrets(value, '').secrets.map(({ field }) => field);
  return {
    ...(template.disabled ? { disabled: true } : {}),
    ...(missing.length > 0 ? { missing } : {}),
    ...(fields.length > 0 ? { secretFields: [...new Set(fields)] } : {}),
  };
}
