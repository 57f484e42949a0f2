import { Plus } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleNames } from '../../../../preload/contract/permissions.ts';
import { useHost } from '../../../host/HostProvider.tsx';
import { selectServers } from '../../../host/selectors.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { ConditionRow } from './ConditionRow.tsx';
import { useToolNames } from './useToolNames.ts';

interface RuleFormProps {
  names: RuleNames;
  onChange: (names: RuleNames) => void;
}

/** No server is called so: a name never begins with a space. */
const BY_NAME = ' name';

/** A rule as parts: server, tool or glob, conditions. */
export function RuleForm({ names, onChange }: RuleFormProps) {
  const { t } = useTranslation();
  const servers = useHost(selectServers).map((server) => server.name);
  const { server, tool, alias, conditions } = names;
  const tools = useToolNames(alias === undefined && server !== '*' ? server : undefined);
  const listId = useId();
  const known = alias !== undefined || server === '*' || servers.includes(server) ? servers : [server, ...servers];
  const choose = (value: string) =>
    onChange(
      value === BY_NAME
        ? { server: '*', tool: '*', alias: alias ?? 'mcp__', conditions }
        : { server: value, tool: alias === undefined ? tool : '', conditions },
    );
  return (
    <div className="@container space-y-3">
      <div className="grid gap-3 @md:grid-cols-2">
        <Field label={t('rules.server')}>
          {(control) => (
            <Select
              id={control.id}
              label={t('rules.server')}
              className="w-full"
              value={alias === undefined ? server : BY_NAME}
              onChange={choose}
              options={[
                { value: '*', label: t('rules.anyServer') },
                ...known.map((name) => ({ value: name, label: name })),
                { value: BY_NAME, label: t('rules.byName') },
              ]}
            />
          )}
        </Field>
        {alias === undefined ? (
          <Field label={t('rules.tool')} help={t('rules.toolHelp')}>
            {(control) => (
              <>
                <TextInput mono control={control} list={listId} value={tool} onChange={(next) => onChange({ server, tool: next, conditions })} />
                <datalist id={listId}>
                  {tools.map((name) => (
                    <option key={name} value={name} />
                  ))}
                </datalist>
              </>
            )}
          </Field>
        ) : (
          <Field label={t('rules.alias')}>
            {(control) => (
              <TextInput mono control={control} value={alias} onChange={(next) => onChange({ server: '*', tool: '*', alias: next, conditions })} />
            )}
          </Field>
        )}
      </div>
      <fieldset className="space-y-1.5">
        <legend className="mb-1 text-sm font-medium">{t('rules.conditions')}</legend>
        {conditions.length === 0 && <p className="text-xs text-text-3">{t('rules.noConditions')}</p>}
        {conditions.map((condition, i) => (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is all that tells conditions apart
            key={i}
            index={i}
            condition={condition}
            onChange={(next) => onChange({ ...names, conditions: conditions.with(i, next) })}
            onRemove={() => onChange({ ...names, conditions: conditions.toSpliced(i, 1) })}
          />
        ))}
        <Button
          size="sm"
          variant="ghost"
          icon={<Plus size={12} aria-hidden />}
          onClick={() => onChange({ ...names, conditions: [...conditions, { path: '', op: 'equals', value: '' }] })}
        >
          {t('rules.addCondition')}
        </Button>
      </fieldset>
    </div>
  );
}
