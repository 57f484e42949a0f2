// A stdio server with very many tools: node manyTools.mjs [COUNT] [PAGE]. Legacy handshake, lists page by page, echoes a call.
import { createInterface } from 'node:readline';

const count = Number(process.argv[2] ?? 10_000);
const page = Number(process.argv[3] ?? 1_000);
const AREAS = ['harbour', 'vessel', 'berth', 'crane', 'customs', 'weather', 'tide', 'crew', 'cargo', '码头', '船舶', '货物'];
const VERBS = ['list', 'get', 'create', 'update', 'delete', 'search', 'export', '查询', '更新'];

const tool = (i) => {
  const [area, verb] = [AREAS[i % AREAS.length], VERBS[i % VERBS.length]];
  return {
    name: `${verb}_${area}_${i}`,
    title: `${verb} ${area} ${i}`,
    description: `Does "${verb}" for the ${area} number ${i}, with everything that belongs to it, and says what came of it. 按编号处理${area}。`,
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: `The ${area}.` },
        depth: { type: 'integer', minimum: 0 },
        tags: { type: 'array', items: { type: 'string' } },
      },
      required: ['id'],
    },
    annotations: { readOnlyHint: verb === 'list' || verb === 'get' || verb === 'search' },
  };
};

function answer({ method, params = {} }) {
  if (method === 'initialize')
    return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'many-tools', version: '1.0.0' } };
  if (method === 'tools/list') {
    const from = Number(params.cursor ?? 0);
    const tools = Array.from({ length: Math.min(page, count - from) }, (_, i) => tool(from + i));
    return { tools, ...(from + page < count ? { nextCursor: String(from + page) } : {}) };
  }
  if (method === 'tools/call') return { content: [{ type: 'text', text: JSON.stringify(params.arguments ?? {}) }] };
  return method === 'ping' ? {} : undefined;
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.id === undefined) return;
  const result = answer(message);
  const reply = result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, ...reply })}\n`);
});
