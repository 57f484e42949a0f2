import { create } from 'zustand';
import type { ErrorInfo } from '../../../preload/contract/errors.ts';

export interface Toast {
  id: number;
  text?: string;
  error?: ErrorInfo;
  action?: { label: string; run: () => void };
}

interface ToastState {
  toasts: Toast[];
  show(toast: Omit<Toast, 'id'>): void;
  dismiss(id: number): void;
}

const MAX_SHOWN = 4;
let nextId = 1;

/** Short messages about something that has just happened. Nothing that needs an answer is shown only here. */
export const useToasts = create<ToastState>((set) => ({
  toasts: [],
  show: (toast) => {
    const id = nextId;
    nextId += 1;
    set((state) => ({ toasts: [...state.toasts, { ...toast, id }].slice(-MAX_SHOWN) }));
  },
  dismiss: (id) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) })),
}));

export const showToast = (toast: Omit<Toast, 'id'>): void => useToasts.getState().show(toast);
