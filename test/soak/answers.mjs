// What every server of the soak says, whatever it is reached by.
const schema = (properties, required = []) => ({ type: 'object', properties, required });
/** A pattern in a rule only covers tools that say of themselves that they destroy nothing. */
const harmless = { readOnlyHint: false, destructiveHint: false };
const TOOLS = [
  {
    name: 'echo',
    description: 'Says the text again.',
    inputSchema: schema({ text: { type: 'string' } }, ['text']),
    annotations: { readOnlyHint: true },
  },
  {
    name: 'slow',
    description: 'Says the text after a while.',
    inputSchema: schema({ text: { type: 'string' }, ms: { type: 'integer' } }, ['text', 'ms']),
    annotations: harmless,
  },
  { name: 'hang', description: 'Never answers.', inputSchema: schema({}), annotations: harmless },
  {
    name: 'large',
    description: 'Says a text of this length.',
    inputSchema: schema({ bytes: { type: 'integer' } }, ['bytes']),
    annotations: harmless,
  },
  { name: 'change', description: 'Adds a tool or takes it away.', inputSchema: schema({}), annotations: harmless },
];
const EXTRA = { name: 'extra', description: 'Comes and goes.', inputSchema: schema({}), annotations: harmless };

/** The text that `large` answers with. */
export const largeText = (bytes) => 'The "quick" brown fox jumps over the lazy dog.\n'.repeat(Math.ceil(bytes / 47)).slice(0, bytes);

const text = (value) => ({ content: [{ type: 'text', text: value }] });

/** One server's mind. `tell` sends a notification to whoever listens. */
export function createAnswers(name, tell) {
  let extra = false;
  const modern = (result) => ({ resultType: 'complete', ...result });

  const call = ({ name: tool, arguments: args = {} }) => {
    switch (tool) {
      case 'echo':
        return text(args.text);
      case 'slow':
        return new Promise((resolve) => setTimeout(() => resolve(text(args.text)), args.ms));
      case 'hang':
        return new Promise(() => undefined);
      case 'large':
        return text(largeText(args.bytes));
      case 'change':
        extra = !extra;
        tell({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
        return text(extra ? 'added' : 'removed');
      default:
        return { ...text(`no tool ${tool}`), isError: true };
    }
  };

  /** The answer to a request, as the message that goes back; undefined for a notification. */
  return async function answer({ id, method, params = {} }, { era = 'legacy', version = '2025-11-25' } = {}) {
    if (id === undefined) return undefined;
    const result = (value) => ({ jsonrpc: '2.0', id, result: era === 'modern' ? modern(value) : value });
    const serverInfo = { name, version: '1' };
    const capabilities = { tools: { listChanged: era === 'legacy' } };
    if (method === 'server/discover' && era === 'modern') return result({ supportedVersions: ['2026-07-28'], capabilities, serverInfo });
    if (method === 'initialize' && era === 'legacy') return result({ protocolVersion: version, capabilities, serverInfo });
    if (method === 'ping') return result({});
    if (method === 'tools/list') return result({ tools: extra ? [...TOOLS, EXTRA] : TOOLS });
    if (method === 'tools/call') return result(await call(params));
    return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } };
  };
}
