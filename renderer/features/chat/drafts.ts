import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface DraftState {
  drafts: Record<string, string>;
  set(id: string, text: string): void;
}

/** The key of the draft for a conversation that does not exist yet. */
export const NEW_DRAFT = 'new';
const MAX_DRAFT = 400_000;

/** What was typed but not sent, per conversation. Survives a reload of the window. */
export const useDrafts = create<DraftState>()(
  persist(
    (set) => ({
      drafts: {},
      set: (id, text) =>
        set((state) => {
          const { [id]: _, ...others } = state.drafts;
          return { drafts: text ? { ...others, [id]: text.slice(0, MAX_DRAFT) } : others };
        }),
    }),
    { name: 'quayside.drafts' },
  ),
);
