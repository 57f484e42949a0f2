import { useTranslation } from 'react-i18next';
import type { ProviderNotes } from '../../../../../preload/contract/tools.ts';
import { useHost } from '../../../../host/HostProvider.tsx';
import { VisibleText } from '../../../../ui/text/VisibleText.tsx';

/** What was repaired or left out, and what a provider does not get of the schema; the chosen provider first (TOL-4). */
export function ToolNotes({ notes, providers }: { notes: readonly string[]; providers: readonly ProviderNotes[] }) {
  const { t } = useTranslation();
  const chosen = useHost((host) => host.settings.settings.provider.kind);
  const sorted = [...providers].sort((a, b) => Number(b.family === chosen) - Number(a.family === chosen));
  return (
    <>
      {notes.length > 0 && <Notes title={t('tools.detail.notes')} notes={notes} />}
      {sorted.map(({ family, notes: own }) => (
        <Notes key={family} title={t('tools.detail.provider', { provider: t(`tools.detail.families.${family}`) })} notes={own} />
      ))}
    </>
  );
}

function Notes({ title, notes }: { title: string; notes: readonly string[] }) {
  return (
    <div>
      <p className="mb-0.5 text-xs font-medium text-text-2">{title}</p>
      <ul lang="en" className="list-disc space-y-0.5 pl-4 text-xs text-text-2 [overflow-wrap:anywhere]">
        {notes.map((note) => (
          <li key={note}>
            <VisibleText text={note} />
          </li>
        ))}
      </ul>
    </div>
  );
}
