import { create } from 'zustand';

interface PaletteState {
  shown: boolean;
  open(): void;
  close(): void;
}

export const usePalette = create<PaletteState>((set) => ({
  shown: false,
  open: () => set({ shown: true }),
  close: () => set({ shown: false }),
}));
