import { useEffect, useState } from 'react';

const TYPING_MS = 180;

/** A text once typing pauses, for what is too dear to do at every key. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
