import { spawn } from 'node:child_process';
import { app } from '../app.ts';
import { guardedEmitter } from '../guard.ts';
import { onPath } from '../onPath.ts';
import { state } from '../state.ts';

/** electron.Notification by notify-send where the desktop has it. */
export class Notification extends guardedEmitter('Notification') {
  #options: { title: string; body: string };

  constructor(options: { title: string; body: string }) {
    super();
    this.#options = options;
  }

  static isSupported(): boolean {
    return !state.headless && onPath('notify-send');
  }

  show(): void {
    if (!Notification.isSupported()) return;
    const child = spawn('notify-send', ['-a', app.name, '--', this.#options.title, this.#options.body], { stdio: 'ignore' });
    child.on('error', () => undefined);
  }
}
