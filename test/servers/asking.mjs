#!/usr/bin/env node
// A server of the initialize era that asks the person in the middle of a call. Everything it is told goes to the file named first.
//   ask    one question (form)            twice  two questions at a time
//   page   a page to open (URL mode)      pay    error -32042 first, then the page is done with
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [logFile] = process.argv.slice(2);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const waiting = new Map();
let questions = 0;
let paid = false;

/** Puts a question; resolves with the whole answer, an error included. */
function elicit(params) {
  const id = `q${++questions}`;
  send({ id, method: 'elicitation/create', params });
  return new Promise((resolve) => waiting.set(id, resolve));
}
const branch = (title) => ({
  mode: 'form',
  message: `Which branch (${title})?`,
  requestedSchema: { type: 'object', properties: { branch: { type: 'string', title: 'Branch' }, force: { type: 'boolean' } }, required: ['branch'] },
});
const page = { mode: 'url', message: 'Please pay there.', elicitationId: 'e1', url: 'https://pay.example.test/cart?id=1' };

const tools = {
  ask: () => elicit(branch('first')),
  twice: () => Promise.all([elicit(branch('first')), elicit(branch('second'))]),
  page: () => elicit(page),
};

async function call(id, name) {
  if (name === 'pay' && !paid) {
    paid = true;
    send({ id, error: { code: -32042, message: 'A page first.', data: { elicitations: [page] } } });
    send({ method: 'notifications/elicitation/complete', params: { elicitationId: 'e1' } });
    return;
  }
  const answer = name === 'pay' ? 'paid' : await tools[name]();
  send({ id, result: { content: [{ type: 'text', text: JSON.stringify(answer) }] } });
}

const listed = ['ask', 'twice', 'page', 'pay'].map((name) => ({ name, inputSchema: { type: 'object' } }));
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === undefined) {
    appendFileSync(logFile, `${JSON.stringify({ id, result, error })}\n`);
    waiting.get(id)?.(result ?? { error });
  } else if (method === 'initialize') {
    appendFileSync(logFile, `${JSON.stringify({ declared: params.capabilities })}\n`);
    send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'asking', version: '1' } } });
  } else if (method === 'tools/list') send({ id, result: { tools: listed } });
  else if (method === 'tools/call') void call(id, params.name);
  else if (id !== undefined) send({ id, error: { code: -32601, message: 'Method not found' } });
}
