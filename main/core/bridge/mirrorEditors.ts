import type { DisposableStack } from '../base/disposable.ts';
import type { Publisher } from './publisher.ts';
import type { Services } from './services.ts';

/** Keeps the list of editors in the mirror: those that are alive and have the project open (TRN-6). */
export function showEditors({ editors }: Services, publisher: Publisher, undo: DisposableStack): void {
  const show = (): void => publisher.update((state) => ({ ...state, editors: Object.fromEntries(editors.list().map((link) => [link.id, link])) }));
  undo.add(editors.onChange(show));
  show();
}
