/** Switches the app asked for that the host sets itself, or that would undo it. */
const OWN = new Set(['remote-debugging-port', 'remote-debugging-pipe', 'user-data-dir', 'disable-features', 'enable-features']);

const DISABLED_FEATURES = [
  'Translate',
  'MediaRouter',
  'OptimizationHints',
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'InterestFeedContentSuggestions',
  'DialMediaRouteProvider',
  'HttpsUpgrades',
  'PaintHolding',
  'GlobalMediaControls',
];

export interface FlagOptions {
  profile: string;
  appName: string;
  headless: boolean;
  platform: NodeJS.Platform;
  /** Chromium refuses its sandbox to root. */
  root: boolean;
  switches: ReadonlyMap<string, string>;
}

/** A browser that behaves like an app's engine: no first run, no updates, no throttling, a profile of its own. */
export function browserFlags({ profile, appName, headless, platform, root, switches }: FlagOptions): string[] {
  const flags = [
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-default-apps',
    '--disable-sync',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-client-side-phishing-detection',
    '--disable-domain-reliability',
    '--disable-breakpad',
    '--disable-search-engine-choice-screen',
    '--disable-extensions',
    '--disable-quic',
    '--password-store=basic',
    '--use-mock-keychain',
    '--no-pings',
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
    '--disable-back-forward-cache',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    '--disable-background-timer-throttling',
    '--disable-session-crashed-bubble',
    '--hide-crash-restore-bubble',
  ];
  if (platform === 'linux') flags.push(`--class=${appName}`);
  // --test-type only hides the infobar about the missing sandbox; the host says so on stderr instead.
  if (root) flags.push('--no-sandbox', '--test-type');
  if (headless) flags.push('--headless');
  for (const [name, value] of switches) if (!OWN.has(name)) flags.push(value ? `--${name}=${value}` : `--${name}`);
  return flags;
}
