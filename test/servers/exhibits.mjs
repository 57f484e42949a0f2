#!/usr/bin/env node
// A server for pictures of the window: a large photo, a question in the middle of a call, and two entries in its list that no client can use.
import { createInterface } from 'node:readline';
import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 3600;
const HEIGHT = 2400;
const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** The colour at a place: morning sky, a low sun, a line of hills, water that takes it all up. */
function colourAt(x, y) {
  const horizon = 0.62 + 0.02 * Math.sin(x * 9) + 0.012 * Math.sin(x * 23 + 1);
  const below = y > 0.66;
  const height = below ? 1.32 - y : y;
  if (!below && y > horizon - 0.05) return [58, 92, 104];
  const sun = Math.max(0, 1 - Math.hypot((x - 0.68) * 1.5, height - 0.5) / 0.55) ** 2;
  const shade = below ? 0.82 + 0.06 * Math.sin(y * 260 + Math.sin(x * 14) * 3) : 1;
  return [(132 + 95 * sun + 30 * height) * shade, (190 + 20 * sun) * shade, (214 - 70 * sun + 10 * (1 - height)) * shade];
}

/** A PNG of about 20 MB: grain in every pixel, as a camera leaves it, keeps it from getting smaller. */
function photo() {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(HEIGHT * (1 + 3 * WIDTH));
  let seed = 1;
  let [r, g, b] = [0, 0, 0];
  for (let y = 0; y < HEIGHT; y += 1) {
    const row = y * (1 + 3 * WIDTH) + 1;
    for (let x = 0; x < WIDTH; x += 1) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      // Every eighth pixel is enough for what changes slowly.
      if (x % 8 === 0) [r, g, b] = colourAt(x / WIDTH, y / HEIGHT);
      rows[row + 3 * x] = r + ((seed >>> 27) & 15) - 8;
      rows[row + 3 * x + 1] = g + ((seed >>> 22) & 15) - 8;
      rows[row + 3 * x + 2] = b + ((seed >>> 17) & 15) - 8;
    }
  }
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64');
}

const QUESTION = {
  mode: 'form',
  message: 'The harbour has two free berths tonight. Which one shall I book?',
  requestedSchema: {
    type: 'object',
    properties: {
      berth: { type: 'string', title: 'Berth', enum: ['east', 'north'], enumNames: ['East quay, 12 m', 'North quay, 15 m'], default: 'east' },
      nights: { type: 'integer', title: 'Nights', minimum: 1, maximum: 14, default: 1, description: 'From today on.' },
      power: { type: 'boolean', title: 'Shore power', default: true },
    },
    required: ['berth', 'nights'],
  },
};
const readOnly = { readOnlyHint: true, openWorldHint: false };
const none = { type: 'object', properties: {} };
const tools = [
  { name: 'show_photo', title: 'Show photo', description: 'The picture of the harbour camera in full.', annotations: readOnly, inputSchema: none },
  { name: 'book_berth', title: 'Book a berth', description: 'Books a berth; asks which one.', annotations: readOnly, inputSchema: none },
  { name: 'show_photo', description: 'The same name again.', inputSchema: none },
  { description: 'A tool without a name.', inputSchema: none },
];

let answered;
const answers = {
  initialize: () => ({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'harbour', version: '1.4.0' } }),
  'tools/list': () => ({ tools }),
  'tools/call': async ({ name }) => {
    if (name === 'show_photo') return { content: [{ type: 'image', mimeType: 'image/png', data: photo() }] };
    write({ id: 'q1', method: 'elicitation/create', params: QUESTION });
    const result = await new Promise((resolve) => (answered = resolve));
    return { content: [{ type: 'text', text: JSON.stringify(result) }] };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {}, result } = JSON.parse(line);
  if (id === undefined) continue;
  if (method === undefined) answered?.(result);
  else if (!Object.hasOwn(answers, method)) write({ id, error: { code: -32601, message: 'Method not found' } });
  else void Promise.resolve(answers[method](params)).then((answer) => write({ id, result: answer }));
}
