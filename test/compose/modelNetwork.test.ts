import fs from 'node:fs';
import { createServer as createTls } from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type Core, composeCore } from '../../main/compose/core.ts';
import { collect, request, textOf } from '../core/models/collect.ts';
import { authority, signed } from '../servers/certificates.ts';
import { openAiAnswer, startFakeOpenAi } from '../servers/fakeOpenAi.ts';
import { startHttpProxy, startSocksProxy } from '../servers/proxies.ts';
import { startRaw } from '../servers/rawHttp.ts';
import { coreOptions, makeHome, removeHome } from '../system/appUnderTest.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});
const keep = <T extends { close(): Promise<unknown> }>(one: T): T => {
  undo.push(() => one.close());
  return one;
};

/** The core with a model at `baseUrl` and these network settings. */
function core(baseUrl: string, network: Record<string, unknown>): Core {
  const home = makeHome({}, { network });
  undo.push(() => removeHome(home));
  const made = composeCore(coreOptions(home, { model: { kind: 'openai-compatible', baseUrl, model: 'm', apiKey: 'key-of-the-model' } }));
  undo.push(() => made.dispose());
  return made;
}

const ask = async (of: Core): Promise<string> => textOf(await collect(await of.currentModel(), request('hi')));

describe('requests to language models go through the network settings (TRN-8)', () => {
  test.each([
    ['an HTTP proxy', startHttpProxy, (port: string) => `POST http://models.example.test:${port}/v1/chat/completions`],
    ['a SOCKS proxy', startSocksProxy, (port: string) => `SOCKS models.example.test:${port}`],
  ])('%s, also after a change of the settings', async (_, start, asked) => {
    const models = keep(await startFakeOpenAi([openAiAnswer({ text: ['one'] }), openAiAnswer({ text: ['two'] })]));
    const [first, second] = [keep(await start()), keep(await start())];
    const { port } = new URL(models.origin);
    const one = core(`http://models.example.test:${port}/v1`, { proxy: first.url });
    expect(await ask(one)).toBe('one');
    expect(first.asked).toEqual([asked(port)]);
    await one.settings.update({ network: { proxy: second.url } });
    expect(await ask(one)).toBe('two');
    expect(second.asked).toEqual([asked(port)]);
  });

  test('an own certificate authority', async () => {
    const server = keep(
      await startRaw((_, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${chunk}\n\ndata: [DONE]\n\n`), {
        server: createTls(signed),
      }),
    );
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-ca-'));
    undo.push(() => fs.rmSync(folder, { recursive: true }));
    fs.writeFileSync(path.join(folder, 'ca.pem'), authority);
    const baseUrl = `${new URL(server.url.replace('http:', 'https:')).origin}/v1`;
    expect(await ask(core(baseUrl, { caFiles: [path.join(folder, 'ca.pem')] }))).toBe('safe');
    for await (const event of (await core(baseUrl, {}).currentModel()).stream(request('hi'), new AbortController().signal)) {
      // It would be tried again; that it was refused is enough.
      expect(event).toMatchObject({ error: { code: 'model.network' } });
      break;
    }
  });
});

const chunk = JSON.stringify({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta: { content: 'safe' }, finish_reason: 'stop' }],
});
