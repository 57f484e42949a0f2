import type { Part, ToolCallView } from '../../../preload/contract/chat.ts';

type ToolPart = Extract<Part, { kind: 'tool' }>;
/** What stands together in an answer: one part, or calls that ran at the same time. `first` is the place of its first part. */
export type Segment =
  | { kind: 'part'; part: Part; first: number }
  | { kind: 'parallel'; calls: ToolCallView[]; step: number | undefined; first: number };

/** The parts of an answer with calls of one group put together; a part never changes its place. */
export function segmentsOf(parts: readonly Part[]): Segment[] {
  const segments: Segment[] = [];
  parts.forEach((part, first) => {
    const last = segments.at(-1);
    if (part.kind !== 'tool' || part.call.group === undefined) segments.push({ kind: 'part', part, first });
    else if (last?.kind === 'parallel' && sameGroup(last, part)) last.calls.push(part.call);
    else segments.push({ kind: 'parallel', calls: [part.call], step: part.step, first });
  });
  return segments;
}

const sameGroup = (segment: Extract<Segment, { kind: 'parallel' }>, { call, step }: ToolPart): boolean =>
  segment.step === step && segment.calls[0]?.group === call.group;
