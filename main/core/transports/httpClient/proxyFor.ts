import type { NetworkSettings } from '../transport.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy that leads to `url` (TRN-8), if any: the settings' own, else the environment's by scheme, ALL_PROXY last. This
 * machine's own servers are never reached through one: a proxy elsewhere could not get at them.
 * @returns an `http:`, `https:` or `socks5:` URL as text.
 */
export function proxyFor(url: URL, network: NetworkSettings = {}, environment: Environment = process.env): string | undefined {
  const read = (name: string): string | undefined => environment[name.toLowerCase()] || environment[name] || undefined;
  const secure = url.protocol === 'https:' || url.protocol === 'wss:';
  const proxy = network.proxy ?? read(secure ? 'HTTPS_PROXY' : 'HTTP_PROXY') ?? read('ALL_PROXY');
  if (!proxy || isLoopback(url.hostname)) return undefined;
  const exceptions = network.noProxy ?? read('NO_PROXY') ?? '';
  const port = url.port || (secure ? '443' : '80');
  if (exceptions.split(/[\s,]+/).some((exception) => covers(exception, bare(url.hostname), port))) return undefined;
  // curl and others take a proxy without a scheme.
  return /^[a-z0-9+.-]+:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}

/** The same as host and port, for people: its address may hold a login. */
export function proxyName(url: URL, network: NetworkSettings | undefined): string | undefined {
  const proxy = proxyFor(url, network);
  return proxy === undefined ? undefined : URL.parse(proxy)?.host;
}

export const isSocks = (proxy: string): boolean => /^socks(5h?)?:/i.test(proxy);

export function isLoopback(hostname: string): boolean {
  const host = bare(hostname);
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** `*`, `host`, `.host` and `*.host` (subdomains; the first two forms also the host itself), each with an optional port. */
function covers(exception: string, host: string, port: string): boolean {
  // An IPv6 address without brackets has no port; its colons are its own.
  const [, named = exception, namedPort = port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(exception) ?? [];
  if (named === '' || namedPort !== port) return false;
  if (named === '*') return true;
  const name = bare(named);
  const suffix = name.replace(/^\*?\./, '');
  return (host === suffix && !name.startsWith('*')) || host.endsWith(`.${suffix}`);
}

/** Lower case, without the brackets of IPv6 and the dot of a fully qualified name. */
const bare = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/(.)\.$/, '$1');
