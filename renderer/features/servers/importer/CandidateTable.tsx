import { KeyRound, Power, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type ImportCandidate, PASTED } from '../../../../preload/contract/servers.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { type Choice, type ConflictAction, candidateKey, type NameProblem } from './choices.ts';

interface CandidateTableProps {
  candidates: readonly ImportCandidate[];
  choices: Record<string, Choice>;
  problems: Record<string, NameProblem>;
  onChoose: (key: string, choice: Choice) => void;
}

const ACTIONS: readonly ConflictAction[] = ['keep', 'replace', 'rename'];

/** What would be adopted, exactly: name, what runs, which variables it sets, where it was found. */
export function CandidateTable({ candidates, choices, problems, onChoose }: CandidateTableProps) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t('servers.importer.preview')} className="divide-y divide-line overflow-hidden rounded-lg border border-line">
      {candidates.map((candidate, i) => {
        const key = candidateKey(candidate);
        const choice = choices[key];
        const conflict = candidate.conflict || candidates.slice(0, i).some((earlier) => earlier.name === candidate.name);
        return choice ? (
          <Candidate
            key={key}
            candidate={{ ...candidate, conflict }}
            choice={choice}
            problem={problems[key]}
            onChoose={(next) => onChoose(key, next)}
          />
        ) : null;
      })}
    </ul>
  );
}

interface CandidateProps {
  candidate: ImportCandidate;
  choice: Choice;
  problem: NameProblem | undefined;
  onChoose: (choice: Choice) => void;
}

function Candidate({ candidate, choice, problem, onChoose }: CandidateProps) {
  const { t } = useTranslation();
  const problemId = useId();
  const { name, conflict } = candidate;
  const toggle = (selected: boolean) =>
    onChoose({ ...choice, selected, action: conflict ? (selected ? (choice.action === 'keep' ? 'rename' : choice.action) : 'keep') : choice.action });
  return (
    <li className="flex items-start gap-3 px-3 py-2.5">
      <div className="pt-1">
        <Checkbox checked={choice.selected} onChange={toggle} label={t('servers.importer.select', { name })} />
      </div>
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">
            <VisibleText text={name} />
          </span>
          <Badge>{t(`servers.transport.${candidate.transport}`)}</Badge>
          {candidate.disabled && <Badge icon={<Power size={10} aria-hidden />}>{t('entry.import.off')}</Badge>}
          {candidate.source !== PASTED && (
            <span className="text-xs text-text-3">
              {t('servers.importer.from', { source: candidate.source.replace(PASTED, t('servers.importer.pasted')) })}
            </span>
          )}
        </p>
        <p className="code mt-0.5 [overflow-wrap:anywhere] text-text-2">
          <VisibleText text={candidate.target} />
        </p>
        {candidate.envNames.length > 0 && (
          <p className="text-xs text-text-3">
            {t('shell.trust.env')} <code className="code">{candidate.envNames.join(', ')}</code>
          </p>
        )}
        {candidate.headerNames.length > 0 && (
          <p className="text-xs text-text-3">
            {t('shell.trust.headers')} <code className="code">{candidate.headerNames.join(', ')}</code>
          </p>
        )}
        {candidate.disabled && <p className="text-xs text-text-3">{t('entry.import.willBeOff')}</p>}
        {candidate.missing && (
          <p className="flex items-start gap-1 text-xs text-warn [overflow-wrap:anywhere]">
            <TriangleAlert size={12} className="mt-0.5 shrink-0" aria-hidden />
            <span>{t('entry.import.missing', { names: candidate.missing.join(', ') })}</span>
          </p>
        )}
        {candidate.secretFields && (
          <p className="flex items-start gap-1 text-xs text-text-2 [overflow-wrap:anywhere]">
            <KeyRound size={12} className="mt-0.5 shrink-0" aria-hidden />
            <span>{t('entry.import.secrets', { names: candidate.secretFields.join(', ') })}</span>
          </p>
        )}
      </div>
      {conflict && (
        <div className="flex w-44 shrink-0 flex-col gap-1">
          <span className="text-xs text-warn">{t('servers.importer.conflict')}</span>
          <Select
            label={`${t('servers.importer.conflict')}: ${name}`}
            value={choice.action}
            onChange={(action) => onChoose({ ...choice, action, selected: action !== 'keep' })}
            options={ACTIONS.map((action) => ({ value: action, label: t(`servers.importer.action.${action}`) }))}
          />
          {choice.action === 'rename' && (
            <>
              <TextInput
                aria-label={`${t('servers.importer.newName')}: ${name}`}
                aria-invalid={problem !== undefined || undefined}
                aria-describedby={problem && problemId}
                maxLength={120}
                value={choice.newName}
                onChange={(newName) => onChoose({ ...choice, newName })}
              />
              {problem && (
                <span id={problemId} role="alert" className="text-xs text-bad">
                  {t(`entry.import.${problem}`)}
                </span>
              )}
            </>
          )}
        </div>
      )}
    </li>
  );
}
