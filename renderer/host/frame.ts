/** Runs a job once, soon, however often it is asked for. */
export interface Scheduler {
  request(): void;
  /** Runs a waiting job at once. */
  flush(): void;
  dispose(): void;
}

const HIDDEN_DELAY_MS = 120;

/** One run per animation frame. A hidden window gets no frames, so there a slow timer takes over: state must not pile up unseen. */
export function frameScheduler(job: () => void): Scheduler {
  let cancel: (() => void) | undefined;
  const run = () => {
    cancel?.();
    cancel = undefined;
    job();
  };
  const request = () => {
    if (cancel) return;
    if (document.hidden) {
      const timer = setTimeout(run, HIDDEN_DELAY_MS);
      cancel = () => clearTimeout(timer);
    } else {
      const frame = requestAnimationFrame(run);
      cancel = () => cancelAnimationFrame(frame);
    }
  };
  const flush = () => {
    if (cancel) run();
  };
  document.addEventListener('visibilitychange', flush);
  return {
    request,
    flush,
    dispose: () => {
      cancel?.();
      cancel = undefined;
      document.removeEventListener('visibilitychange', flush);
    },
  };
}
