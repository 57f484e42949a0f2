import { create } from 'zustand';

interface Announcement {
  text: string;
  /** Grows with each announcement, so that the same words twice are said twice. */
  count: number;
}

export const useAnnouncement = create<Announcement>(() => ({ text: '', count: 0 }));

/** Says something once to a screen reader, without moving the focus. Only for what a person waits for: answers done, approvals needed. */
export const announce = (text: string): void => useAnnouncement.setState((state) => ({ text, count: state.count + 1 }));
