import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

/** The same policy as the window's own page; a violation is an error on the console and fails the run. */
export const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

const CHART = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="320" viewBox="0 0 640 320"><rect width="640" height="320" fill="#f4f7f8"/>${[
  12, 18, 9, 22, 16, 25,
]
  .map((v, i) => `<rect x="${60 + i * 92}" y="${270 - v * 9}" width="56" height="${v * 9}" rx="4" fill="#2f7d8c"/>`)
  .join('')}<path d="M40 270h570" stroke="#50606a"/></svg>`;

/** Serves the built harness. Port 0 lets the system choose. */
export async function serveHarness(folder: string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname));
    response.setHeader('Content-Security-Policy', CSP);
    if (path.startsWith('/results/')) {
      response.setHeader('Content-Type', 'image/svg+xml');
      response.end(CHART);
      return;
    }
    const file = join(folder, path === '/' ? 'index.html' : path);
    if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
      response.statusCode = path === '/favicon.ico' ? 204 : 404;
      response.end();
      return;
    }
    response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The harness server has no port.');
  return { url: `http://127.0.0.1:${address.port}`, server };
}
