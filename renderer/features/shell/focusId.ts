import { MAIN_ID } from './ids.ts';

/** Moves the focus to a place after the next paint; to the main area where the place is not shown. */
export function focusId(id: string): void {
  requestAnimationFrame(() => {
    const target = document.getElementById(id);
    if (target?.checkVisibility()) target.focus();
    else document.getElementById(MAIN_ID)?.focus();
  });
}
