/** What the composer needs of a key event; React's and the browser's both have it. */
export interface KeyFacts {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  isComposing: boolean;
  keyCode: number;
}

/** The key code of every key that an input method takes for itself. */
const IME_PROCESSING = 229;

/** True while an input method composes: its Enter chooses a word and must not send (CJK input). */
export const isComposingKey = (event: KeyFacts): boolean => event.isComposing || event.keyCode === IME_PROCESSING;

/** Enter alone sends. With a modifier it is a new line, while composing it belongs to the input method. */
export const isSendKey = (event: KeyFacts): boolean =>
  event.key === 'Enter' && !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey && !isComposingKey(event);
