export const diff = {
  removed: 'Removed:',
  added: 'Added:',
  kind: { removed: 'removed', added: 'new' },
  showAll: 'Show the whole text',
} as const;
