import { create } from 'zustand';

export type EditorTarget = { mode: 'add' } | { mode: 'edit'; name: string };

interface ServerDialogState {
  editor: EditorTarget | undefined;
  importer: 'found' | 'paste' | undefined;
  removing: string | undefined;
  add(): void;
  edit(name: string): void;
  import(tab?: 'found' | 'paste'): void;
  askRemove(name: string): void;
  close(): void;
}

const NONE = { editor: undefined, importer: undefined, removing: undefined };

/** Which of the server dialogs is open. They hang on the shell, so that every page can open them. */
export const useServerDialogs = create<ServerDialogState>((set) => ({
  ...NONE,
  add: () => set({ ...NONE, editor: { mode: 'add' } }),
  edit: (name) => set({ ...NONE, editor: { mode: 'edit', name } }),
  import: (tab = 'found') => set({ ...NONE, importer: tab }),
  askRemove: (name) => set({ ...NONE, removing: name }),
  close: () => set(NONE),
}));
