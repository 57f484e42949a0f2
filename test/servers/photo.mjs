// A stdio server whose one tool answers with a real photo of about 20 MB: a PNG of noise, which nothing can make smaller without loss.
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { crc32, deflateSync } from 'node:zlib';

const SIDE = 2640;

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

function photo() {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(SIDE * (1 + 3 * SIDE));
  for (let y = 0; y < SIDE; y += 1) {
    const at = y * (1 + 3 * SIDE);
    randomBytes(3 * SIDE).copy(rows, at + 1);
    // A dark square in the middle, so that people see that it is a picture.
    if (y > SIDE / 3 && y < (2 * SIDE) / 3) rows.fill(30, at + 1 + SIDE, at + 1 + 2 * SIDE);
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 0 })), chunk('IEND', Buffer.alloc(0))]);
}

const TOOL = {
  name: 'take_harbour_photo',
  title: 'Harbour photo',
  description: 'Takes a photo of the harbour.',
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
};

function answer({ method, params = {} }) {
  if (method === 'initialize')
    return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'photo', version: '1.0.0' } };
  if (method === 'tools/list') return { tools: [TOOL] };
  if (method === 'tools/call') return { content: [{ type: 'image', data: photo().toString('base64'), mimeType: 'image/png' }] };
  return method === 'ping' ? {} : undefined;
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.id === undefined) return;
  const result = answer(message);
  const reply = result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, ...reply })}\n`);
});
