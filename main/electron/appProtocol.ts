import fs from 'node:fs';
import path from 'node:path';
import { protocol } from 'electron';

/** The window's own origin. Pages use relative URLs only, so the same bundle runs where the scheme has another spelling. */
export const APP_ORIGIN = 'app://quayside';
export const START_PAGE = `${APP_ORIGIN}/index.html`;

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** A file of the result store by its relative URL (`results/…`), or undefined when there is none. */
export type ResolveFile = (relativeUrl: string) => { path: string; mimeType: string; headers: Record<string, string> } | undefined;

/** Must run before `ready`: the scheme gets an origin of its own. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }]);
}

/** Serves the window's bundle and the result files; anything else is 404. Nothing outside these two folders can be named. */
export function serveApp(rendererFolder: string, resolveFile: ResolveFile): void {
  const root = path.resolve(rendererFolder);
  protocol.handle('app', async (request) => {
    const url = new URL(request.url);
    if (url.host !== 'quayside' || request.method !== 'GET') return new Response('Not found', { status: 404 });
    const relative = decodeURIComponent(url.pathname).replace(/^\/+/, '') || 'index.html';
    if (relative.startsWith('results/')) return resultFile(resolveFile(relative));
    const file = path.resolve(root, relative);
    if (!file.startsWith(root + path.sep)) return new Response('Not found', { status: 404 });
    return readWhole(file, TYPES[path.extname(file)] ?? 'application/octet-stream', { 'content-security-policy': CONTENT_SECURITY_POLICY });
  });
}

function resultFile(found: ReturnType<ResolveFile>): Promise<Response> | Response {
  if (!found) return new Response('Not found', { status: 404 });
  // A server's file is data: the store says how it may be shown, and that it never runs as a document of this origin.
  return readWhole(found.path, found.mimeType, { ...found.headers, 'cache-control': 'private, max-age=31536000, immutable' });
}

async function readWhole(file: string, mimeType: string, headers: Record<string, string>): Promise<Response> {
  try {
    const bytes = await fs.promises.readFile(file);
    return new Response(new Uint8Array(bytes), { headers: { 'content-type': mimeType, 'x-content-type-options': 'nosniff', ...headers } });
  } catch {
    return new Response('Not found', { status: 404 });
  }
}
