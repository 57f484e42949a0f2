import { create } from 'zustand';

interface TrustDialogState {
  /** The content that was put off; it is not asked for again until it changes or the person wants to. */
  putOff: string | undefined;
  review(): void;
  later(contentHash: string): void;
}

export const useTrustDialog = create<TrustDialogState>((set) => ({
  putOff: undefined,
  review: () => set({ putOff: undefined }),
  later: (contentHash) => set({ putOff: contentHash }),
}));
