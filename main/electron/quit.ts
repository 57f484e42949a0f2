import { app } from 'electron';

/**
 * Holds the quit back until `dispose` is done, under one deadline over all. A second quit means now (CON-12).
 * @param deadlineMs from the first quit to the exit, whatever hangs
 */
export function quitGracefully(dispose: () => Promise<void>, deadlineMs: number): void {
  let stage: 'running' | 'stopping' | 'done' = 'running';
  app.on('before-quit', (event) => {
    if (stage === 'done') return;
    if (stage === 'stopping') return app.exit(0);
    event.preventDefault();
    stage = 'stopping';
    const leave = (): void => {
      stage = 'done';
      app.quit();
    };
    const deadline = setTimeout(leave, deadlineMs);
    void dispose()
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(deadline);
        if (stage === 'stopping') leave();
      });
  });
}
