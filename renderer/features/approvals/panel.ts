import { create } from 'zustand';

interface ApprovalPanelState {
  /** Put aside by the person; opens again by itself when a new request arrives. */
  aside: boolean;
  /** The request that is looked at; the oldest when it is gone. */
  current: string | undefined;
  /** Grows when the person asks to be taken to the panel. */
  focusRequests: number;
  open(): void;
  putAside(): void;
  look(id: string): void;
  /** Arguments a person has edited, by request; they outlive a look at another request. */
  edits: Record<string, Record<string, unknown>>;
  edit(id: string, args: Record<string, unknown> | undefined): void;
  /** Forgets what belongs to requests that are gone. */
  keepOnly(ids: ReadonlySet<string>): void;
}

/** How the person looks at the queue of approvals. Answers live in main; nothing here can allow anything. */
export const useApprovalPanel = create<ApprovalPanelState>((set) => ({
  aside: false,
  current: undefined,
  focusRequests: 0,
  open: () => set((state) => ({ aside: false, focusRequests: state.focusRequests + 1 })),
  putAside: () => set({ aside: true }),
  edits: {},
  edit: (id, args) =>
    set((state) => {
      const { [id]: _, ...others } = state.edits;
      return { edits: args ? { ...others, [id]: args } : others };
    }),
  keepOnly: (ids) => set((state) => ({ edits: Object.fromEntries(Object.entries(state.edits).filter(([id]) => ids.has(id))) })),
  look: (id) => set((state) => ({ aside: false, current: id, focusRequests: state.focusRequests + 1 })),
}));
