import { Ban, CircleAlert, CircleCheck, CirclePause, CircleSlash, CircleX, Hand, LoaderCircle } from 'lucide-react';
import type { ToolCallView } from '../../../../preload/contract/chat.ts';
import type { Tone } from '../../../ui/Badge.tsx';

/** The states of a call as people see them: a tool that reported an error is not a call that failed (CAL-2). */
export type CallLook = ToolCallView['state'] | 'toolError';

export const callLook = (call: ToolCallView): CallLook => (call.state === 'done' && call.result?.isError ? 'toolError' : call.state);

export const CALL_ICON: Record<CallLook, typeof Ban> = {
  'waiting-approval': Hand,
  queued: CirclePause,
  running: LoaderCircle,
  done: CircleCheck,
  toolError: CircleAlert,
  failed: CircleX,
  denied: Ban,
  cancelled: CircleSlash,
};
export const CALL_TONE: Record<CallLook, Tone> = {
  'waiting-approval': 'buoy',
  queued: 'neutral',
  running: 'busy',
  done: 'ok',
  toolError: 'bad',
  failed: 'bad',
  denied: 'warn',
  cancelled: 'neutral',
};
