import type { Clock, Timer } from '../ports.ts';

/** Milliseconds between two saves of streamed text. */
export const TEXT_SAVE_MS = 500;

/**
 * Saves at most every `ms` while text streams in, and at once when told so. The first text of a pause is saved after `ms` at the latest;
 * nothing that was asked to be saved is ever dropped.
 */
export interface SaveThrottle {
  /** Something small changed: save it soon. */
  soon(): void;
  /** Save now, and forget what was waiting. */
  now(): void;
  /** Forgets what was waiting without saving. */
  cancel(): void;
}

export function createSaveThrottle(clock: Clock, save: () => void, ms = TEXT_SAVE_MS): SaveThrottle {
  let timer: Timer | undefined;
  const cancel = (): void => {
    timer?.cancel();
    timer = undefined;
  };
  return {
    soon() {
      timer ??= clock.after(ms, () => {
        timer = undefined;
        save();
      });
    },
    now() {
      cancel();
      save();
    },
    cancel,
  };
}
