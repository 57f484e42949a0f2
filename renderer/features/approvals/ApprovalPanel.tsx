import { useId, useMemo, useRef } from 'react';
import type { ApprovalRequest } from '../../../preload/contract/permissions.ts';
import { isMod } from '../../ui/Kbd.tsx';
import { ArgumentsEditor, useValidation } from '../../ui/schemaForm/ArgumentsEditor.tsx';
import { ArgumentList } from './ArgumentList.tsx';
import { ChangedDefinition } from './ChangedDefinition.tsx';
import { DecisionBar } from './DecisionBar.tsx';
import { EditedArguments } from './EditedArguments.tsx';
import { EditingHead } from './EditingHead.tsx';
import { isTextField, trapTab } from './focus.ts';
import { matching } from './matching.ts';
import { useApprovalPanel } from './panel.ts';
import { QueueStrip } from './QueueStrip.tsx';
import { RequestFacts } from './RequestFacts.tsx';
import { RequestHead } from './RequestHead.tsx';
import { RiskLines } from './RiskLines.tsx';
import { useAnswer } from './useAnswer.ts';
import { useApprovalFocus } from './useApprovalFocus.ts';

interface ApprovalPanelProps {
  request: ApprovalRequest;
  queue: readonly ApprovalRequest[];
  index: number;
  onLook: (index: number) => void;
}

/** One request with everything a person needs to judge it, and every way to answer (PER-4). Keys work only while the focus is inside. */
export function ApprovalPanel({ request, queue, index, onLook }: ApprovalPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const riskId = useId();
  const edited = useApprovalPanel((state) => state.edits[request.id]);
  const edit = useApprovalPanel((state) => state.edit);
  const setEdited = (args: Record<string, unknown> | undefined) => edit(request.id, args);
  const errors = useValidation(request.inputSchema, edited ?? request.arguments);
  const putAside = useApprovalPanel((state) => state.putAside);
  const twins = useMemo(() => matching(request, queue), [request, queue]);
  const answer = useAnswer({ request, edited, invalid: edited !== undefined && errors.length > 0 });
  useApprovalFocus(request.id, panel, first);

  const onKeyDown = (event: React.KeyboardEvent) => {
    // A list or menu that opened from here lives elsewhere in the page; its keys are its own.
    if (!panel.current?.contains(event.target as Node) || event.nativeEvent.isComposing) return;
    const writing = isTextField(event.target as Element);
    if (event.key === 'Tab' && panel.current) trapTab(event, panel.current);
    else if (event.key === 'Escape' && !event.defaultPrevented) putAside();
    else if (event.key === 'Enter' && isMod(event)) answer.give({ kind: 'allow', scope: 'once' });
    else if (event.key === 'Backspace' && isMod(event) && !writing) answer.give({ kind: 'deny' });
    else if (event.key === 'ArrowRight' && event.altKey && !writing) onLook((index + 1) % queue.length);
    else if (event.key === 'ArrowLeft' && event.altKey && !writing) onLook((index + queue.length - 1) % queue.length);
    else return;
    if (event.key !== 'Tab') event.preventDefault();
  };

  return (
    <section
      ref={panel}
      role="alertdialog"
      aria-modal={false}
      aria-labelledby={titleId}
      aria-describedby={riskId}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="rise @container relative z-10 mx-auto flex max-h-[min(68vh,540px)] w-full max-w-[960px] shrink-0 flex-col overflow-hidden rounded-t-xl border border-b-0 border-buoy-line bg-raised shadow-3 outline-none"
    >
      <RequestHead request={request} titleId={titleId} index={index} total={queue.length} onLook={onLook} onAside={putAside} />
      {queue.length > 1 && <QueueStrip queue={queue} index={index} onLook={onLook} />}
      <div className="min-h-0 flex-1 space-y-3 overflow-y-auto px-4 pt-1 pb-3">
        <RiskLines request={request} id={riskId} />
        {request.previous && <ChangedDefinition previous={request.previous} />}
        {edited ? (
          <div>
            <EditedArguments asked={request.arguments} edited={edited} />
            <EditingHead errors={errors.length} onReset={() => setEdited(undefined)} />
            <ArgumentsEditor schema={request.inputSchema} value={edited} original={request.arguments} errors={errors} onChange={setEdited} />
          </div>
        ) : (
          <ArgumentList args={request.arguments} onEdit={() => setEdited(structuredClone(request.arguments))} />
        )}
        <RequestFacts request={request} />
      </div>
      <DecisionBar request={request} edited={answer.edited ? edited : undefined} twins={twins.length} first={first} answer={answer} />
    </section>
  );
}
