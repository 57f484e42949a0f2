import { createServer } from 'node:http';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createWeatherServer } from './server.mjs';

/**
 * Serves Streamable HTTP on the loopback address only. Host and Origin are checked, so that no web page can reach it by DNS rebinding.
 * @param {string} portText a port, `0` for a free one
 * @returns {Promise<{ url: string, close(): Promise<void> }>} rejects when the port is not a number or is taken
 */
export async function serveHttp(portText) {
  const port = Number(portText);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error(`--http wants a port from 0 to 65535, not "${portText}".`);
  const handle = toNodeHandler(createMcpHandler(createWeatherServer));
  const hostIsLocal = localhostHostValidation();
  const originIsLocal = localhostOriginValidation();
  const server = createServer((req, res) => {
    if (!hostIsLocal(req, res) || !originIsLocal(req, res)) return;
    if (new URL(req.url ?? '/', 'http://localhost').pathname !== '/mcp') {
      res.writeHead(404, { 'content-type': 'text/plain' }).end('MCP is at /mcp');
      return;
    }
    void handle(req, res);
  });
  await new Promise((resolve, reject) => {
    server.once('error', (error) => reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken; choose another one or 0.`) : error));
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
