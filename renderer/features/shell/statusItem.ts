/** One item of the status bar. */
export const STATUS_ITEM =
  'flex h-6 shrink-0 items-center gap-2 rounded-xs px-1.5 text-xs text-text-2 hover:bg-hover hover:text-text data-popup-open:bg-active data-popup-open:text-text';
