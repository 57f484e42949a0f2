import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface LayoutState {
  sidebar: boolean;
  toggleSidebar(): void;
}

/** How the person arranged the window. Kept by the window itself; main needs none of it. */
export const useLayout = create<LayoutState>()(
  persist(
    (set) => ({
      sidebar: window.innerWidth >= 820,
      toggleSidebar: () => set((state) => ({ sidebar: !state.sidebar })),
    }),
    { name: 'quayside.layout' },
  ),
);
