import type { CdpSession } from '../browser/cdp.ts';
import { guardedEmitter } from '../guard.ts';
import { state } from '../state.ts';

export type ThemeSource = 'system' | 'light' | 'dark';

/** electron.nativeTheme: what the page's prefers-color-scheme says. */
class NativeTheme extends guardedEmitter('nativeTheme') {
  #source: ThemeSource = 'system';

  get themeSource(): ThemeSource {
    return this.#source;
  }
  set themeSource(source: ThemeSource) {
    if (source === this.#source) return;
    this.#source = source;
    for (const { webContents } of state.windows) if (webContents.session) void this.applyTo(webContents.session);
    this.emit('updated');
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? /dark/i.test(process.env.GTK_THEME ?? '') : this.#source === 'dark';
  }
  async applyTo(session: CdpSession): Promise<void> {
    const value = this.#source === 'system' ? '' : this.#source;
    await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] }).catch(() => undefined);
  }
}

export const nativeTheme = new NativeTheme();
