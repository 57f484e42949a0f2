import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Part } from '../../../preload/contract/chat.ts';
import { ERROR_CODES } from '../../../preload/contract/errors.ts';
import { Markdown } from '../../ui/markdown/Markdown.tsx';
import { FormPart } from './FormPart.tsx';
import { Reasoning } from './Reasoning.tsx';
import { ToolCard } from './tool/ToolCard.tsx';

/** One part of an answer, in the order it came. */
export function PartView({ part, streaming, offline }: { part: Part; streaming: boolean; offline: boolean }) {
  switch (part.kind) {
    case 'text':
      return <Markdown text={part.text} done={!streaming} />;
    case 'reasoning':
      return <Reasoning text={part.text} streaming={streaming} />;
    case 'tool':
      return <ToolCard call={part.call} offline={offline} />;
    case 'form':
      return <FormPart form={part.form} state={part.state} />;
    case 'notice':
      return <NoticePart part={part} />;
  }
}

function NoticePart({ part }: { part: Extract<Part, { kind: 'notice' }> }) {
  const { t, i18n } = useTranslation();
  const code = ERROR_CODES.find((known) => known === part.code);
  const english = i18n.language === 'en';
  return (
    <p className="flex items-start gap-2 text-sm text-text-2">
      <Info size={15} className="mt-0.5 shrink-0 text-accent-text" aria-hidden />
      <span>
        {code && !english && `${t(`errors.${code}.title`)}。`}
        <span lang={english ? undefined : 'en'}>{part.message}</span>
      </span>
    </p>
  );
}
