import { guardObject } from '../guard.ts';

/** electron.Menu: a browser window has no application menu, so the template is accepted and not shown. */
export const Menu = guardObject('Menu', {
  setApplicationMenu: (_menu: unknown): void => undefined,
  buildFromTemplate: (template: unknown[]): { items: unknown[] } => ({ items: template }),
});
