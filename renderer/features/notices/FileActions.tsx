import { FileText, FolderOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../feedback/useAction.ts';

interface FileActionsProps {
  file: string;
  line?: number | undefined;
  column?: number | undefined;
  /** Without the file's name and place, where the text beside it says them already. */
  quiet?: boolean;
}

/** A file, the place in it, and the two ways to it. */
export function FileActions({ file, line, column, quiet = false }: FileActionsProps) {
  const { t } = useTranslation();
  const run = useAction();
  const place =
    line === undefined ? undefined : column === undefined ? t('entry.problem.placeLine', { line }) : t('entry.problem.place', { line, column });
  const link = 'inline-flex min-h-6 items-center gap-1 rounded-xs text-xs text-accent-text underline underline-offset-2';
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      {!quiet && <span className="code min-w-0 text-xs [overflow-wrap:anywhere] text-text-3 select-text">{file}</span>}
      {!quiet && place && <span className="num text-xs text-text-3">{place}</span>}
      <button type="button" className={link} onClick={() => void run('host.openFile', { path: file })}>
        <FileText size={12} aria-hidden /> {t('entry.problem.openFile')}
      </button>
      <button type="button" className={link} onClick={() => void run('host.showFile', { path: file })}>
        <FolderOpen size={12} aria-hidden /> {t('entry.problem.showFolder')}
      </button>
    </p>
  );
}
