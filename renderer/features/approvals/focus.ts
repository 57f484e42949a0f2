const TABBABLE =
  'a[href], button:not([disabled]), input:not([disabled]), textarea:not([disabled]), select:not([disabled]), summary, [tabindex]:not([tabindex="-1"])';

const visible = (element: HTMLElement): boolean => element.checkVisibility?.() ?? true;
export const tabbable = (root: HTMLElement): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(TABBABLE)].filter((element) => element.tabIndex >= 0 && visible(element));

/** Keeps Tab inside `root`. The way out is another key (Escape, F6), which the panel names. */
export function trapTab(event: { shiftKey: boolean; preventDefault(): void }, root: HTMLElement): void {
  const stops = tabbable(root);
  const first = stops[0];
  const last = stops.at(-1);
  if (!first || !last) return;
  const active = document.activeElement;
  if (event.shiftKey && (active === first || active === root)) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && active === last) {
    event.preventDefault();
    first.focus();
  }
}

export const isTextField = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(element.type));

/** True while taking the focus away would hurt: the person is writing, or a modal dialog wants an answer first. */
export function isOccupied(panel: HTMLElement | null): boolean {
  const active = document.activeElement;
  if (!active || active === document.body || panel?.contains(active)) return false;
  if (active.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]')) return true;
  return isTextField(active) && active.value !== '';
}
