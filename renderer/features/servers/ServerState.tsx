import { CircleAlert, CircleCheck, CircleOff, CirclePause, KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ServerView } from '../../../preload/contract/servers.ts';
import { kindOf, type ServerKind } from '../../host/selectors.ts';
import { TONE_TEXT, type Tone } from '../../ui/Badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Countdown } from '../../ui/Elapsed.tsx';
import { Spinner } from '../../ui/Spinner.tsx';

export const KIND_TONE: Record<ServerKind, Tone> = {
  connected: 'ok',
  pending: 'busy',
  'needs-auth': 'warn',
  failed: 'bad',
  disabled: 'neutral',
  ready: 'busy',
};
const ICON = { connected: CircleCheck, 'needs-auth': KeyRound, failed: CircleAlert, disabled: CircleOff, ready: CirclePause };

/** The sign of a state. Each has a shape of its own. */
export function KindIcon({ kind, size = 14, idle = false }: { kind: ServerKind; size?: number; idle?: boolean }) {
  const tone = TONE_TEXT[KIND_TONE[kind]];
  if (kind === 'pending') {
    return (
      <span className={cx('inline-flex', tone)}>{idle ? <CirclePause size={size} className="shrink-0" aria-hidden /> : <Spinner size={size} />}</span>
    );
  }
  const Icon = ICON[kind];
  return <Icon size={size} className={cx('shrink-0', tone)} aria-hidden />;
}

/** State in words, with the phase of a pending one and the time of the next try. */
export function ServerStateText({ state }: { state: ServerView['state'] }) {
  const { t } = useTranslation();
  const retryAt = 'retryAt' in state ? state.retryAt : undefined;
  return (
    <>
      {state.kind === 'pending'
        ? state.phase === 'deferred'
          ? t('entry.firstUse.ready')
          : t(`servers.phase.${state.phase}`)
        : t(`servers.state.${state.kind}`)}
      {retryAt !== undefined && retryAt > Date.now() && (
        <>
          {' · '}
          <Retry at={retryAt} />
        </>
      )}
    </>
  );
}

function Retry({ at }: { at: number }) {
  const { t } = useTranslation();
  const [before, after] = t('servers.retryIn', { value: '\u0000' }).split('\u0000');
  return (
    <span>
      {before}
      <Countdown until={at} />
      {after}
    </span>
  );
}

export function ServerStateLabel({ state, className }: { state: ServerView['state']; className?: string }) {
  const idle = state.kind === 'pending' && state.phase === 'queued';
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-1.5 text-xs', TONE_TEXT[KIND_TONE[kindOf(state)]], className)}>
      <KindIcon kind={kindOf(state)} size={14} idle={idle} />
      <span className="min-w-0">
        <ServerStateText state={state} />
      </span>
    </span>
  );
}

/** The reason a server is not in use, where there is one. */
export const stateError = (state: ServerView['state']) => ('error' in state ? state.error : 'lastError' in state ? state.lastError : undefined);
