import type { Handlers } from '../dispatch.ts';
import type { Services } from '../services.ts';

type EditorHandlers = Pick<Handlers, 'editor.connect' | 'editor.disconnect'>;

/** Editors on this machine (TRN-6): offered, and connected by a click only. */
export const editorHandlers = ({ editors }: Services): EditorHandlers => ({
  'editor.connect'({ id }) {
    editors.connect(id);
    return {};
  },
  'editor.disconnect'({ id }) {
    editors.disconnect(id);
    return {};
  },
});
