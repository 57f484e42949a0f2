import { hasHidden, MAX_TEXT, type Match } from './match.ts';

interface Host {
  name: string;
  /** Empty for the scheme's own port. */
  port: string;
}

/** Scheme, then an address without userinfo, backslash or space: what every URL parser reads in the same way. */
const PLAIN = /^(https?|wss?):\/\/([^/?#\\@\s]+)(?=[/?#]|$)/i;
/** `::ffff:7f00:1` is 127.0.0.1 in another dress. */
const MAPPED = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/;

function hostOf(url: string): Host | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, port } = new URL(url);
  return hostname ? { name: canonical(hostname), port } : undefined;
}

function canonical(hostname: string): string {
  const lower = hostname.toLowerCase().replace(/\.+$/, '');
  const mapped = MAPPED.exec(lower);
  if (!mapped) return lower;
  const value = Number.parseInt(mapped[1] ?? '', 16) * 65_536 + Number.parseInt(mapped[2] ?? '', 16);
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
}

function matchesHost(wanted: string, host: Host): boolean {
  const wild = wanted.startsWith('*.');
  const target = hostOf(`http://${wild ? wanted.slice(2) : wanted}`);
  if (!target) return false;
  const explicitPort = /:\d+$/.test(wanted);
  if (explicitPort && (host.port || '80') !== (target.port || '80')) return false;
  return wild ? host.name.endsWith(`.${target.name}`) : host.name === target.name;
}

/** Whether a rule's host can be a host at all: `example.com`, `*.example.com`, `example.com:8080`, `[::1]`. */
export const isHostPattern = (wanted: string): boolean =>
  /^(\*\.)?[^\s/?#\\@*]+$/.test(wanted) && hostOf(`http://${wanted.replace(/^\*\./, '')}`) !== undefined;

/**
 * The host of a URL argument. `example.com` means that host alone, `*.example.com` its subdomains without itself; a port counts
 * when the rule names one. Userinfo, backslashes, hidden characters and other schemes are never `surely` a match, because
 * programs disagree about which host such a text means.
 */
export function matchHost(wanted: string, actual: unknown): Match {
  if (typeof actual !== 'string' || actual.length > MAX_TEXT) return 'maybe';
  if (!isHostPattern(wanted)) return 'maybe';
  const address = PLAIN.exec(actual)?.[2];
  const host = hostOf(actual);
  if (address !== undefined && host && !hasHidden(actual)) {
    const asWritten = { ...host, port: host.port || schemePort(actual) };
    if (!matchesHost(wanted, asWritten)) return 'no';
    // Other spellings of the same host (numbers, full-width letters, a final dot) are read differently elsewhere.
    return address.toLowerCase().replace(/:\d*$/, '') === host.name ? 'surely' : 'maybe';
  }
  return readings(actual).some((other) => matchesHost(wanted, other) || matchesHost(wanted, { ...other, port: '80' })) ? 'maybe' : 'no';
}

const schemePort = (url: string): string => (/^(https|wss):/i.test(url) ? '443' : '80');

/** Every host that some parser may see in a text that is not plainly written. */
function readings(text: string): Host[] {
  const clean = text.replace(/[\p{Cc}\p{Cf}\s]/gu, '');
  const spellings = [text, clean, `http://${clean}`, `http:${clean}`, clean.replaceAll('\\', '/'), clean.replace(/^[^@]*@/, 'http://')];
  const parts = clean.split(/[/\\@?#;,]+/).map((part) => `http://${part}`);
  return [...spellings, ...parts].map(hostOf).filter((host) => host !== undefined);
}
