import type { Cdp, CdpSession } from './browser/cdp.ts';
import { guardObject } from './guard.ts';

export type SchemeHandler = (request: Request) => Response | Promise<Response>;

/** Chromium refuses a scheme it does not know before any interception, so app://host/p travels as https://host.app.<SUFFIX>/p. */
const SUFFIX = '.electron-host.invalid';
const handlers = new Map<string, SchemeHandler>();
const known = new Set<string>();

/** electron.protocol: custom schemes with an origin of their own. */
export const protocol = guardObject('protocol', {
  registerSchemesAsPrivileged(list: { scheme: string }[]): void {
    for (const { scheme } of list) known.add(scheme);
  },
  handle(scheme: string, handler: SchemeHandler): void {
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    known.add(scheme);
    handlers.set(scheme, handler);
  },
});

export const isCustomScheme = (url: string): boolean => known.has(url.split(':', 1)[0] ?? '');
export const isOnWire = (url: string): boolean => /^https:\/\/[^/?#]+\.electron-host\.invalid([/?#]|$)/.test(url);

export function toWire(url: string): string {
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url);
  const [, scheme = '', host = '', rest = ''] = parts ?? [];
  return parts && known.has(scheme.toLowerCase()) ? `https://${host || '_'}.${scheme.toLowerCase()}${SUFFIX}${rest || '/'}` : url;
}

export function fromWire(url: string): string {
  const parts = /^https:\/\/([^/?#]+)\.([a-z][a-z0-9+-]*)\.electron-host\.invalid(.*)$/.exec(url);
  if (!parts) return url;
  const [, host, scheme, rest] = parts;
  return `${scheme}://${host === '_' ? '' : host}${rest}`;
}

/** Which requests pause for the host: those of custom schemes, and documents (for will-navigate). */
export const REQUEST_PATTERNS = [
  { urlPattern: `https://*${SUFFIX}/*`, requestStage: 'Request' },
  { urlPattern: '*', resourceType: 'Document', requestStage: 'Request' },
];

/** Answers a paused request of a custom scheme by the app's handler. The answer is buffered whole. */
export async function answerRequest(session: CdpSession, event: Cdp): Promise<void> {
  const { requestId, request, resourceType } = event;
  const url = fromWire(request.url);
  const handler = handlers.get(url.split(':', 1)[0] ?? '');
  const refuse = (errorReason: string): void => session.post('Fetch.failRequest', { requestId, errorReason });
  if (!handler) return refuse('AddressUnreachable');
  if (resourceType === 'Other' && /^[a-z]+:\/\/[^/]*\/favicon\.ico$/.test(url)) {
    // Electron asks for none.
    return session.post('Fetch.fulfillRequest', { requestId, responseCode: 204, responseHeaders: [] });
  }
  let response: Response;
  try {
    response = await handler(toRequest(url, request));
  } catch (error) {
    console.error(`protocol.handle failed for ${url}`, error);
    return refuse('Failed');
  }
  const body = Buffer.from(await response.arrayBuffer());
  session.post('Fetch.fulfillRequest', {
    requestId,
    responseCode: response.status,
    responseHeaders: responseHeaders(response),
    body: body.toString('base64'),
  });
}

function toRequest(url: string, wire: Cdp): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(wire.headers as Record<string, string>)) {
    const address = /^(origin|referer)$/i.test(name);
    try {
      headers.append(name, address ? fromWire(value) : value);
    } catch {
      // A header that fetch does not let anyone set.
    }
  }
  const parts = (wire.postDataEntries ?? []) as { bytes?: string }[];
  const body =
    wire.method === 'GET' || wire.method === 'HEAD' ? undefined : Buffer.concat(parts.map(({ bytes = '' }) => Buffer.from(bytes, 'base64')));
  return new Request(url, { method: wire.method, headers, ...(body ? { body: new Uint8Array(body) } : {}) });
}

function responseHeaders(response: Response): { name: string; value: string }[] {
  const list: { name: string; value: string }[] = [];
  response.headers.forEach((value, name) => {
    if (name !== 'content-encoding' && name !== 'content-length') list.push({ name, value: name === 'location' ? toWire(value) : value });
  });
  return list;
}
