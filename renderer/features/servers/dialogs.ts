import { create } from 'zustand';

export type EditorTarget = { mode: 'add' } | { mode: 'edit'; name: string };

interface ServerDialogState {
  editor: EditorTarget | undefined;
  importer: 'found' | 'paste' | undefined;
  removing: string | undefined;
  /** The server whose questions are being answered. */
  inputs: string | undefined;
  exporting: boolean;
  programs: boolean;
  add(): void;
  edit(name: string): void;
  import(tab?: 'found' | 'paste'): void;
  export(): void;
  askRemove(name: string): void;
  enterValues(name: string): void;
  checkPrograms(): void;
  close(): void;
}

const NONE = { editor: undefined, importer: undefined, removing: undefined, inputs: undefined, exporting: false, programs: false };

/** Which of the server dialogs is open. They hang on the shell, so that every page can open them. */
export const useServerDialogs = create<ServerDialogState>((set) => ({
  ...NONE,
  add: () => set({ ...NONE, editor: { mode: 'add' } }),
  edit: (name) => set({ ...NONE, editor: { mode: 'edit', name } }),
  import: (tab = 'found') => set({ ...NONE, importer: tab }),
  export: () => set({ ...NONE, exporting: true }),
  askRemove: (name) => set({ ...NONE, removing: name }),
  enterValues: (name) => set({ ...NONE, inputs: name }),
  checkPrograms: () => set({ ...NONE, programs: true }),
  close: () => set(NONE),
}));
