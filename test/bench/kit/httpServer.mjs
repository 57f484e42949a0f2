// Streamable HTTP servers that cost next to nothing: node httpServer.mjs [--ports=N] [--tools=N] [--delay=MS] [--hang=K]
// /json answers JSON, /sse one event. The first K ports never answer. Tells the ports over IPC and ends with it.
import http from 'node:http';
import { answers, envelope } from './answers.mjs';

const option = (name, fallback) => Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? fallback);
const answer = answers({ tools: option('tools', 1) });
const delay = option('delay', 0);
const hang = option('hang', 0);

const bytesOf = (pieces) => Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));

function reply(request, response, message) {
  if (message.id === undefined) return response.writeHead(202).end();
  const pieces = envelope(message.id, answer(message));
  const session = message.method === 'initialize' ? { 'mcp-session-id': `s${Math.random()}` } : {};
  if (request.url.startsWith('/sse')) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...session });
    response.write(bytesOf(['event: message\ndata: ', ...pieces, '\n\n']));
    response.end();
  } else {
    const body = bytesOf(pieces);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length, ...session }).end(body);
  }
}

const serve = (at) =>
  new Promise((resolve) => {
    const server = http.createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
      if (at < hang) return;
      if (request.method !== 'POST') return response.writeHead(request.method === 'DELETE' ? 200 : 405).end();
      const chunks = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const message = JSON.parse(Buffer.concat(chunks).toString());
        if (delay > 0) setTimeout(() => reply(request, response, message), delay);
        else reply(request, response, message);
      });
    });
    server.listen(0, '127.0.0.1', () => resolve(server.address().port));
  });

process.send(await Promise.all(Array.from({ length: option('ports', 1) }, (_, at) => serve(at))));
process.on('disconnect', () => process.exit());
