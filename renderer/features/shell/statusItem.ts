const SHAPE = 'flex h-6 shrink-0 items-center gap-2 rounded-xs px-1.5 text-xs hover:bg-hover data-popup-open:bg-active';
const INK = {
  quiet: 'text-text-2 hover:text-text data-popup-open:text-text',
  buoy: 'font-medium text-buoy-text',
  warn: 'bg-warn-soft font-medium text-warn',
};

/** The look of one item of the status bar. */
export const statusItem = (ink: keyof typeof INK = 'quiet', more = ''): string => `${SHAPE} ${INK[ink]} ${more}`;
