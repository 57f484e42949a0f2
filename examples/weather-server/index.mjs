#!/usr/bin/env node
// A small MCP server for learning and for trying Quayside out.
//   node index.mjs               speaks over stdin and stdout
//   node index.mjs --http 3333   serves http://127.0.0.1:3333/mcp (0 picks a free port; the address is printed on stderr)
import { parseArgs } from 'node:util';
import { createWeatherServer } from './server.mjs';

let options;
try {
  options = parseArgs({ options: { http: { type: 'string' }, help: { type: 'boolean', short: 'h' } } }).values;
} catch (error) {
  console.error(`${error.message}\nUse: node index.mjs [--http PORT]`);
  process.exit(2);
}

if (options.help) {
  console.error('Use: node index.mjs [--http PORT]\nWithout --http the server speaks MCP over stdin and stdout.');
} else if (options.http === undefined) {
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  serveStdio(createWeatherServer);
} else {
  const { serveHttp } = await import('./http.mjs');
  const { url } = await serveHttp(options.http).catch((error) => {
    console.error(error.message);
    process.exit(2);
  });
  console.error(`Weather example: ${url}`);
}
