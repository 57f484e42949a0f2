/** Titles for notice groups: the part of a notice's code before the dot. The notice's own sentence follows it. */
export const notices = {
  severity: { info: 'For your information', warning: 'Please look at this', error: 'Something is not in use' },
  openServer: 'Open the server',
} as const;
