import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunState } from '../../../preload/contract/chat.ts';
import { announce } from '../feedback/announce.ts';

/** Tells a screen reader once when an answer is complete; the stream itself is silent. */
export function useRunAnnouncer(run: RunState | undefined): void {
  const { t } = useTranslation();
  const before = useRef(run);
  useEffect(() => {
    const busy = before.current === 'streaming' || before.current === 'running-tools';
    if (busy && run === 'idle') announce(t('chat.message.finished'));
    before.current = run;
  }, [run, t]);
}
