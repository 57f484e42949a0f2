import { create } from 'zustand';

/** Whether the choice of tools is open. Not in the header's own state: a first choice makes a new conversation, and the header with it. */
export const useConversationTools = create<{ open: boolean; show(open: boolean): void }>((set) => ({
  open: false,
  show: (open) => set({ open }),
}));
