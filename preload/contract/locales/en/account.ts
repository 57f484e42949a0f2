/** The login of a remote server (AUT-1…4). */
export const account = {
  title: 'Account',
  signIn: 'Sign in',
  signInAgain: 'Sign in again',
  signOut: 'Sign out',
  cancel: 'Cancel',
  signedOut: 'Not signed in.',
  signedIn: 'Signed in at {{issuer}}',
  waiting: 'Finish the sign-in in your browser.',
  showAgain: 'Open the page again',
  scopes: 'may: {{scopes}}',
  expires: 'access valid until {{when}}',
  expired: 'access ended {{when}}',
  remember: { session: 'until Quayside quits', file: 'kept in a file only you can read', encrypted: 'kept encrypted' },
  keep: 'Stay signed in (in a file only you can read)',
  paste: 'The browser shows an error? Paste its address here',
  pasteDone: 'Use',
} as const;
