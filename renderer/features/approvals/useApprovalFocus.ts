import { type RefObject, useEffect, useRef } from 'react';
import { isOccupied } from './focus.ts';
import { useApprovalPanel } from './panel.ts';

/**
 * Moves the focus to the first button of a new request, unless the person is writing; goes there at once when asked (F6).
 * Gives the focus back to where it was when the panel goes.
 */
export function useApprovalFocus(id: string, panel: RefObject<HTMLElement | null>, first: RefObject<HTMLElement | null>): void {
  const requests = useApprovalPanel((state) => state.focusRequests);
  const seen = useRef(requests);
  const before = useRef<Element | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new id is a new question
  useEffect(() => {
    const asked = seen.current !== requests;
    seen.current = requests;
    if (!asked && isOccupied(panel.current)) return;
    const active = document.activeElement;
    if (active && !panel.current?.contains(active)) before.current = active;
    (first.current ?? panel.current)?.focus();
  }, [id, requests, panel, first]);

  useEffect(() => {
    const node = panel.current;
    return () => {
      // Only when the focus was inside: an answer given by mouse from elsewhere moves nothing.
      const active = document.activeElement;
      if (active && active !== document.body && !node?.contains(active)) return;
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
    };
  }, [panel]);
}
