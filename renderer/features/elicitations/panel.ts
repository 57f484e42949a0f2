import { create } from 'zustand';

/** Whether the person put the questions aside; a new one opens the panel again. */
export const useElicitationPanel = create<{ aside: boolean; setAside(aside: boolean): void }>((set) => ({
  aside: false,
  setAside: (aside) => set({ aside }),
}));
