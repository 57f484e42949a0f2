import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SecretView } from '../../../../preload/contract/entrySetup.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { SecretInput } from '../../../ui/SecretInput.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { newRow, type SecretRow } from './draft.ts';

interface SecretRowsProps {
  title: string;
  rows: readonly SecretRow[];
  /** Where stored values are kept, by the name of their row. */
  kept?: Readonly<Record<string, SecretView['kept']>>;
  onChange: (rows: SecretRow[]) => void;
}

/** Names with values that may be secret: what is stored is never shown, only kept or replaced (CFG-8). */
export function SecretRows({ title, rows, kept = {}, onChange }: SecretRowsProps) {
  const { t } = useTranslation();
  const set = (key: number, change: Partial<SecretRow>) => onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
  return (
    <fieldset className="min-w-0 space-y-1.5">
      <legend className="text-sm font-medium">
        {title} <span className="text-xs font-normal text-text-3">{t('common.optional')}</span>
      </legend>
      {rows.map((row) => (
        <div key={row.key} className="flex items-start gap-2">
          <TextInput
            mono
            className="max-w-[220px]"
            aria-label={t('servers.editor.rowName')}
            placeholder={t('servers.editor.rowName')}
            value={row.name}
            onChange={(name) => set(row.key, { name })}
          />
          <SecretInput
            label={row.name ? `${t('servers.editor.rowValue')}: ${row.name}` : t('servers.editor.rowValue')}
            value={row.value}
            kept={row.kept}
            {...(kept[row.name] ? { where: t(`entry.secrets.kept.${kept[row.name] ?? 'gone'}`), lost: kept[row.name] === 'gone' } : {})}
            onChange={(value) => set(row.key, { value })}
            onKept={(kept) => set(row.key, { kept, value: '' })}
          />
          <IconButton
            label={t('servers.editor.removeRow', { name: row.name || t('servers.editor.rowValue') })}
            icon={<X size={14} aria-hidden />}
            onClick={() => onChange(rows.filter((other) => other.key !== row.key))}
            className="mt-px"
          />
        </div>
      ))}
      <Button size="sm" variant="ghost" icon={<Plus size={13} aria-hidden />} onClick={() => onChange([...rows, newRow()])}>
        {t('servers.editor.addRow')}
      </Button>
    </fieldset>
  );
}
