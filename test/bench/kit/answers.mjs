// What the benches' servers say: made once and kept as bytes, so that the server costs next to nothing.
const LINE = 'The "quick" brown fox jumps over the lazy dog 0123456789 and goes on for a while.\n';
export const textOf = (size) => LINE.repeat(Math.ceil(size / LINE.length)).slice(0, size);
const dense = (size) => ({
  items: Array.from({ length: Math.ceil(size / 80) }, (_, i) => ({ id: i, name: `item ${i}`, score: i * 1.5, tags: ['a', 'b'], ok: true })),
});

const tool = (i) => ({
  name: i === 0 ? 'echo' : `tool_${i}`,
  description: `Tool number ${i}: looks up records of kind ${i % 97} and returns the ones that match the filter, newest first.`,
  inputSchema: {
    type: 'object',
    properties: {
      n: { type: 'integer', minimum: 0 },
      kind: { type: 'string', enum: ['text', 'dense'] },
      query: { type: 'string', description: 'What to look for' },
    },
    required: i === 0 ? [] : ['query'],
  },
  annotations: { readOnlyHint: true },
});

const PAGE = 100;

/** `answer(message)`: bytes of the result, or undefined for a method it does not know. */
export function answers({ tools = 1 } = {}) {
  const made = new Map();
  const keep = (key, make) => {
    if (!made.has(key)) made.set(key, Buffer.from(JSON.stringify(make())));
    return made.get(key);
  };
  return ({ method, params }) => {
    switch (method) {
      case 'tools/call': {
        const { n = 100, kind = 'text' } = params.arguments ?? {};
        return keep(`${kind} ${n}`, () =>
          kind === 'dense' ? { content: [], structuredContent: dense(n) } : { content: [{ type: 'text', text: textOf(n) }] },
        );
      }
      case 'tools/list': {
        const from = Number(params?.cursor ?? 0);
        const to = Math.min(tools, from + PAGE);
        const list = () => ({ tools: Array.from({ length: to - from }, (_, i) => tool(from + i)), ...(to < tools && { nextCursor: String(to) }) });
        return keep(`list ${from}`, list);
      }
      case 'initialize':
        return Buffer.from(
          JSON.stringify({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'bench', version: '1' } }),
        );
      case 'ping':
        return Buffer.from('{}');
      default:
        return undefined;
    }
  };
}

/** The pieces of a whole answer. */
export function envelope(id, result) {
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},`;
  return result ? [`${head}"result":`, result, '}'] : [`${head}"error":{"code":-32601,"message":"Method not found"}}`];
}
