import { FileText, KeyRound, Pencil, Wrench } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ServerView } from '../../../preload/contract/servers.ts';
import { Button } from '../../ui/Button.tsx';
import { useAction } from '../feedback/useAction.ts';
import { useServerDialogs } from './dialogs.ts';
import { stateError } from './ServerState.tsx';

/** Ways out of a server's failure that the window can offer: the values it waits for, its entry, the programs it needs. */
export function ProblemActions({ server }: { server: ServerView }) {
  const { t } = useTranslation();
  const dialogs = useServerDialogs();
  const run = useAction();
  const code = stateError(server.state)?.code;
  const waits = server.inputs?.some(({ state }) => state === 'missing') ?? false;
  const editable = server.level !== 'file' && server.editor === undefined;
  return (
    <>
      {code === 'config.variable' && waits && (
        <Button size="sm" variant="primary" icon={<KeyRound size={13} aria-hidden />} onClick={() => dialogs.enterValues(server.name)}>
          {t('entry.inputs.enter')}
        </Button>
      )}
      {code === 'config.variable' && editable && (
        <Button size="sm" icon={<Pencil size={13} aria-hidden />} onClick={() => dialogs.edit(server.name)}>
          {t('entry.problem.editEntry')}
        </Button>
      )}
      {code === 'config.entry' && (
        <Button size="sm" icon={<FileText size={13} aria-hidden />} onClick={() => void run('host.openFile', { path: server.file })}>
          {t('entry.problem.openFile')}
        </Button>
      )}
      {code === 'spawn.not_found' && (
        <Button size="sm" icon={<Wrench size={13} aria-hidden />} onClick={dialogs.checkPrograms}>
          {t('entry.problem.checkPrograms')}
        </Button>
      )}
    </>
  );
}
