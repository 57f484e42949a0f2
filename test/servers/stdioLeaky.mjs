// A careless server: it repeats every secret it was given, in many writings, wherever it can. What it knows: its variables that begin with
// LEAK_, and its arguments. With `--crash` it ends at once.
import { once } from 'node:events';
import readline from 'node:readline';

const known = [
  ...Object.entries(process.env).filter(([name]) => name.startsWith('LEAK_')),
  ...process.argv.slice(2).map((arg, at) => [`arg ${at}`, arg]),
];
const secrets = known.map(([, value]) => value);

const say = (text) => new Promise((resolve) => process.stderr.write(text, resolve));
for (const [name, value] of known) {
  await say(`${name} is ${value}\n`);
  await say(
    `as base64 ${Buffer.from(`x:${value}`).toString('base64')} and url ${encodeURIComponent(value)} and json ${JSON.stringify({ [name]: value })}\n`,
  );
  // One secret in two pieces, as a pipe may cut it.
  await say(`split ${value.slice(0, 5)}`);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await say(`${value.slice(5)} end\n`);
  await say(`${'.'.repeat(3990)}${value}\n`);
}
process.stdout.write(`a banner with ${secrets.join(' ')}\n`);
if (process.argv.includes('--crash')) {
  await say(`fatal: cannot log in with ${secrets.join(' ')}\n`);
  process.exit(3);
}

const answer = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const text = `you said ${secrets.join(' ')}`;
const tool = (name) => ({ name, description: `The tool ${name}.`, inputSchema: { type: 'object' } });
const calls = {
  echo: (id) => answer({ id, result: { content: [{ type: 'text', text: process.env.RESULT_TEXT ?? 'nothing' }] } }),
  refuse: (id) => answer({ id, error: { code: -32000, message: text, data: { secrets } } }),
  die: async () => {
    await say(`dying with ${secrets.join(' ')}\n`);
    process.exit(4);
  },
};
const handlers = {
  initialize: (id, { protocolVersion }) =>
    answer({ id, result: { protocolVersion, capabilities: { tools: {}, logging: {} }, serverInfo: { name: 'leaky', version: '1' } } }),
  ping: (id) => answer({ id, result: {} }),
  'tools/list'(id) {
    answer({ method: 'notifications/message', params: { level: 'info', data: text } });
    answer({ id, result: { tools: Object.keys(calls).map(tool) } });
  },
  'tools/call': (id, { name }) => calls[name]?.(id),
};
const lines = readline.createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  const handle = handlers[method];
  if (handle) void handle(id, params);
  else if (id !== undefined) answer({ id, error: { code: -32601, message: 'no such method' } });
});
await once(lines, 'close');
