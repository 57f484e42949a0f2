#!/usr/bin/env node
// A well-behaved server on the official SDK, in both protocol eras.
//   node polite.mjs [--modern-only]          over stdio
//   node polite.mjs --http [--modern-only]   prints {"url":…} and ends with its stdin
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { acceptedContent, createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const http = process.argv.includes('--http');
const legacy = process.argv.includes('--modern-only') ? 'reject' : undefined;
const sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('cancelled'));
    });
  });
let notify = () => undefined;
let extra = false;
let trick;

function build() {
  const server = new McpServer(
    { name: 'polite', version: '1.2.3', title: 'Polite' },
    { capabilities: { tools: { listChanged: true }, resources: {}, prompts: {} }, instructions: 'Be polite.' },
  );
  server.registerTool('echo', { description: 'Says it back.', inputSchema: z.object({ text: z.string().optional() }) }, async (args) => ({
    content: [{ type: 'text', text: JSON.stringify(args) }],
  }));
  server.registerTool('count', { inputSchema: z.object({ to: z.number(), ms: z.number() }) }, async ({ to, ms }, ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    for (let progress = 1; progress <= to; progress++) {
      await sleep(ms, ctx.mcpReq.signal);
      if (progressToken !== undefined) await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: to } });
    }
    return { content: [{ type: 'text', text: `counted to ${to}` }] };
  });
  server.registerTool('ask', { inputSchema: z.object({}) }, async (_args, ctx) => {
    const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    const answer = acceptedContent(ctx.mcpReq.inputResponses, 'who');
    if (!answer) return inputRequired({ inputRequests: { who: inputRequired.elicit({ message: 'Who are you?', requestedSchema: schema }) } });
    return { content: [{ type: 'text', text: `Hello ${answer.name}` }] };
  });
  server.registerTool('learn', { inputSchema: z.object({}) }, async () => {
    extra = true;
    if (http) notify();
    else if (trick) server.sendToolListChanged();
    else trick = server.registerTool('trick', {}, async () => ({ content: [] }));
    return { content: [{ type: 'text', text: 'learnt' }] };
  });
  if (extra) server.registerTool('trick', {}, async () => ({ content: [] }));
  server.registerResource('note', 'note://one', { mimeType: 'text/plain' }, async (uri) => ({ contents: [{ uri: uri.href, text: 'a note' }] }));
  server.registerPrompt('greet', {}, async () => ({ messages: [{ role: 'user', content: { type: 'text', text: 'Hi!' } }] }));
  return server;
}

if (http) {
  const handler = createMcpHandler(build, legacy ? { legacy } : {});
  notify = () => handler.notify.toolsChanged();
  const server = createServer(toNodeHandler(handler));
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}/mcp` })}\n`));
  process.stdin.on('end', () => process.exit(0)).resume();
} else serveStdio(build, legacy ? { legacy } : {});
