import type { Part } from '../../../preload/contract/chat.ts';
import { Markdown } from '../../ui/markdown/Markdown.tsx';
import { FormPart } from './FormPart.tsx';
import { NoticePart } from './NoticePart.tsx';
import { Reasoning } from './Reasoning.tsx';
import { ToolCard } from './tool/ToolCard.tsx';

interface PartViewProps {
  part: Part;
  streaming: boolean;
  offline: boolean;
  /** It ends the newest answer: a question in it may still be answered. */
  last: boolean;
}

/** One part of an answer, in the order it came. */
export function PartView({ part, streaming, offline, last }: PartViewProps) {
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
      return <NoticePart part={part} last={last} />;
  }
}
