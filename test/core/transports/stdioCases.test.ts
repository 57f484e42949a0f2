import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { caseFile, connectSdk, fakeServer, isAlive, MEGABYTE, nodeServer, Probe, stdioConfig } from './stdioHarness.ts';

const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } };
const TEXT = '读取文件 — reads 🎉 a file';

const open: { transport: { stop(): Promise<unknown> } }[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ transport }) => transport.stop()));
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

async function connect(...args: Parameters<typeof connectSdk>): ReturnType<typeof connectSdk> {
  const connected = await connectSdk(...args);
  open.push(connected);
  return connected;
}

async function start(...args: ConstructorParameters<typeof Probe>): Promise<Probe> {
  const probe = new Probe(...args);
  open.push(probe);
  await probe.transport.start();
  return probe;
}

function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-stdio-'));
  folders.push(folder);
  return folder;
}

/** A scenario of one's own for the fake server. */
function scenario(content: Record<string, unknown>): ReturnType<typeof nodeServer> {
  const file = path.join(newFolder(), 'scenario.json');
  fs.writeFileSync(file, JSON.stringify(content));
  return nodeServer(caseFile('fake-stdio.mjs'), [file]);
}

/** What the fake logged: one JSON per line. */
const logged = (file: string): Record<string, unknown>[] =>
  fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('stdout', () => {
  test.each(['s01-log-lines-on-stdout', 's03-crlf', 's19-early-and-unknown-requests'])('%s: connects, lists and calls', async (id) => {
    const { client } = await connect(fakeServer(id));
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(['echo']);
    expect((await client.callTool({ name: 'echo', arguments: { text: 'hi' } })).isError).toBeFalsy();
  });

  test('s01: every line that is no message is shown, nothing else is', async () => {
    const probe = await start(fakeServer('s01-log-lines-on-stdout'));
    await probe.ask(1, 'initialize', INITIALIZE);
    await probe.ask(2, 'tools/list');
    await probe.until(() => probe.noise.some((text) => text.includes('done')));
    expect(probe.noise).toEqual(['Demo server v1 started', 'Calling API...', 'Response headers: {', '"a": 1', '}', '\u001b[32mdone\u001b[0m']);
    expect(probe.errors).toEqual([]);
  });

  test('s03: blank lines and CR are nothing to talk about', async () => {
    const probe = await start(fakeServer('s03-crlf'));
    await probe.ask(1, 'initialize', INITIALIZE);
    await probe.ask(2, 'tools/call', { name: 'echo', arguments: {} });
    await probe.ask(3, 'ping');
    expect(probe.noise).toEqual([]);
  });

  test('s04: a character split over chunks arrives whole', async () => {
    const { client } = await connect(fakeServer('s04-utf8-split'));
    expect((await client.listTools()).tools[0]?.description).toBe(TEXT);
  });

  test('s06: an answer of 12 MB arrives, and over the limit only that call fails', async () => {
    const { client } = await connect(fakeServer('s06-line-over-10-mib'));
    const result = await client.callTool({ name: 'big', arguments: {} });
    expect(JSON.stringify(result.content).length).toBeGreaterThan(12_000_000);

    const probe = await start(fakeServer('s06-line-over-10-mib'), { maxMessageBytes: MEGABYTE });
    await probe.ask(1, 'initialize', INITIALIZE);
    const other = probe.ask(2, 'tools/list');
    await expect(probe.send({ id: 3, method: 'tools/call', params: { name: 'big' } })).rejects.toMatchObject({
      code: 'result.too_large',
      message: expect.stringMatching(/"probe" answered tools\/call with 12\.0 MB; the limit is 1\.0 MB/),
    });
    await other;
    await probe.ask(4, 'ping');
    expect(probe.closes).toBe(0);
  });

  test('s15: null members beside the result do not count, extra members do not hurt', async () => {
    const { client } = await connect(fakeServer('s15-error-null-beside-result'));
    expect((await client.listTools()).tools).toEqual([]);
    const config = scenario({
      on: [{ match: { method: 'ping' }, do: [{ raw: '{"id":$ID,"method":null,"result":null,"error":null,"took":3}\n' }] }],
    });
    const probe = await start(config);
    expect(await probe.ask(5, 'ping')).toEqual({ jsonrpc: '2.0', id: 5, result: {} });
  });

  test('an answer that nobody can read fails its request at once', async () => {
    const probe = await start(
      scenario({
        on: [
          { match: { method: 'a' }, do: [{ raw: '{"jsonrpc":"2.0","id":$ID}\n' }] },
          { match: { method: 'b' }, do: [{ raw: '{"jsonrpc":"2.0","id":$ID,"result":[1]}\n' }] },
          { match: { method: 'c' }, do: [{ raw: '{"jsonrpc":"2.0","id":$ID,"result":{"value":NaN}}\n' }] },
          { match: { method: 'd' }, do: [{ raw: '{"jsonrpc":"2.0","id":$ID,"error":"no way"}\n' }] },
        ],
      }),
    );
    await expect(probe.send({ id: 1, method: 'a' })).rejects.toMatchObject({
      code: 'call.protocol',
      message: expect.stringContaining('neither a result nor an error'),
    });
    await expect(probe.send({ id: 2, method: 'b' })).rejects.toMatchObject({
      code: 'call.protocol',
      message: expect.stringContaining('not an object'),
    });
    await expect(probe.send({ id: 3, method: 'c' })).rejects.toMatchObject({
      code: 'call.protocol',
      message: expect.stringContaining('not valid JSON'),
    });
    expect(await probe.ask(4, 'd')).toMatchObject({ error: { message: 'no way' } });
    expect(probe.closes).toBe(0);
  });

  test('s17: an id that comes back as text is the number we sent; other spellings are not', async () => {
    const { client } = await connect(
      scenario({
        on: [
          {
            match: { method: 'tools/list' },
            do: [{ raw: '{"jsonrpc":"2.0","id":"$ID.0","result":{"tools":[{}]}}\n{"jsonrpc":"2.0","id":"$ID","result":{"tools":[]}}\n' }],
          },
        ],
      }),
    );
    expect((await client.listTools()).tools).toEqual([]);
    const probe = await start(scenario({ on: [{ match: { method: 'x' }, do: [{ raw: '{"jsonrpc":"2.0","id":7,"result":{"n":1}}\n' }] }] }));
    await probe.send({ id: '7', method: 'x' });
    expect(probe.messages).toEqual([{ jsonrpc: '2.0', id: '7', result: { n: 1 } }]);
  });

  test('s21: late and double answers are harmless', async () => {
    const { client, transport } = await connect(fakeServer('s21-late-and-double-answers'));
    const errors: Error[] = [];
    client.onerror = (error) => errors.push(error);
    await client.callTool({ name: 'twice', arguments: {} });
    const cancel = new AbortController();
    const slow = client.callTool({ name: 'slow', arguments: {} }, { signal: cancel.signal });
    cancel.abort();
    await expect(slow).rejects.toThrow();
    const noise: string[] = [];
    transport.onnoise = (text) => noise.push(text);
    // The late answer comes before this one: the fake answers in order.
    await client.callTool({ name: 'slow', arguments: {} });
    await client.ping();
    expect(errors).toEqual([]);
    expect(noise).toEqual([]);
  });

  test('text glued to a message, messages without a newline between them, colours and BOM are survived', async () => {
    const probe = await start(
      scenario({
        start: [{ raw: '\ufeff' }],
        on: [
          { match: { method: 'a' }, do: [{ raw: 'Loading {1/2} ...{"jsonrpc":"2.0","id":$ID,"result":{"n":"}{"}}' }, { raw: ' done\n' }] },
          {
            match: { method: 'b' },
            do: [{ raw: '{"jsonrpc":"2.0","method":"notifications/message","params":{"data":1}}{"jsonrpc":"2.0","id":$ID,"result":{}}\n' }],
          },
          { match: { method: 'c' }, do: [{ raw: '\u001b[0m{"jsonrpc":"2.0","id":$ID,"result":{}}\u001b[0m\r\n' }] },
        ],
      }),
    );
    expect(await probe.ask(1, 'a')).toMatchObject({ result: { n: '}{' } });
    await probe.ask(2, 'b');
    expect(probe.messages).toContainEqual({ jsonrpc: '2.0', method: 'notifications/message', params: { data: 1 } });
    await probe.ask(3, 'c');
    expect(probe.noise[0]).toBe('Loading {1/2} ... done');
  });

  test('batches are taken apart', async () => {
    const probe = await start(
      scenario({
        on: [
          { match: { method: 'a' }, do: [{ noReply: true }] },
          {
            match: { method: 'b' },
            do: [
              {
                raw: '[{"jsonrpc":"2.0","id":1,"result":{"n":1}},{"jsonrpc":"2.0","method":"notifications/x"},{"jsonrpc":"2.0","id":2,"result":{"n":2}}]\n',
              },
            ],
          },
        ],
      }),
    );
    await Promise.all([probe.ask(1, 'a'), probe.ask(2, 'b')]);
    expect(probe.messages.map((message) => message.result ?? message.method)).toEqual([{ n: 1 }, 'notifications/x', { n: 2 }]);
  });

  test('Content-Length framing is named at once instead of a timeout', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"result":{}}';
    const probe = await start(
      scenario({ on: [{ match: { method: 'initialize' }, do: [{ raw: `Content-Length: ${body.length}\r\n\r\n${body}` }] }] }),
    );
    await expect(probe.send({ id: 1, method: 'initialize' })).rejects.toMatchObject({ code: 'connect.protocol' });
    expect(probe.transport.closeReason).toMatchObject({ code: 'connect.protocol', message: expect.stringContaining('Content-Length') });
  });

  test('an answer without a newline counts when the server exits behind it', async () => {
    const probe = await start(
      scenario({ on: [{ match: { method: 'last' }, do: [{ raw: '{"jsonrpc":"2.0","id":$ID,"result":{"n":9}}' }, { exit: 0 }] }] }),
    );
    expect(await probe.ask(1, 'last')).toMatchObject({ result: { n: 9 } });
    await probe.closed;
  });
});

describe('the end of a server', () => {
  test('s08: the reason of an early exit has the code, the signal-less end and the line of stderr that tells', async () => {
    const { transport } = await start(fakeServer('s08-dies-in-handshake')).then(async (probe) => {
      await expect(probe.send({ id: 1, method: 'initialize', params: INITIALIZE })).rejects.toMatchObject({ code: 'connect.exited' });
      expect(probe.closes).toBe(1);
      return probe;
    });
    expect(transport.closeReason).toMatchObject({
      code: 'connect.exited',
      message: 'Server "probe" exited with code 1: Traceback: DEMO_KEY is not set',
      fix: expect.stringContaining('env'),
      params: { code: 1, stderr: 'Traceback: DEMO_KEY is not set' },
    });
  });

  test('s08: the SDK’s client is not left hanging and closeReason is set before it hears', async () => {
    const probe = new Probe(fakeServer('s08-dies-in-handshake'));
    open.push(probe);
    let reason: unknown;
    probe.transport.onclose = () => {
      reason = probe.transport.closeReason;
    };
    const { Client } = await import('@modelcontextprotocol/client');
    await expect(new Client({ name: 't', version: '1' }).connect(probe.transport)).rejects.toThrow();
    expect(reason).toMatchObject({ code: 'connect.exited' });
  });

  test('a server that is gone before anything is written: the reason is its exit, not the broken pipe', async () => {
    const probe = await start(
      nodeServer('-e', ['require("fs").closeSync(0); console.error("Error: no licence"); setTimeout(() => process.exit(4), 400)']),
    );
    await probe.until(() => probe.log.length > 0);
    const early = [probe.send({ id: 1, method: 'server/discover' }), probe.send({ id: 2, method: 'tools/list' })];
    // By now the broken pipe has been noticed, the exit has not.
    await new Promise((resolve) => setImmediate(resolve));
    const outcomes = await Promise.allSettled([...early, probe.send({ id: 3, method: 'initialize' })]);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)).toEqual([
      'connect.exited',
      'call.disconnected',
      'connect.exited',
    ]);
    expect(probe.transport.closeReason).toMatchObject({ params: { code: 4 }, message: expect.stringContaining('no licence') });
    // Callers judge an error by whether the connection is still there.
    expect(probe.closes).toBe(1);
  });

  test('s09: a call in flight ends at once with "outcome unknown" and the signal', async () => {
    const probe = await start(fakeServer('s09-dies-mid-call'));
    await probe.ask(1, 'initialize', INITIALIZE);
    await expect(probe.send({ id: 2, method: 'tools/call', params: { name: 'echo' } })).rejects.toMatchObject({
      code: 'call.outcome_unknown',
      message: expect.stringContaining('SIGKILL'),
    });
    expect(probe.transport.closeReason).toMatchObject({ code: 'connect.exited', params: { signal: 'SIGKILL' } });
    await expect(probe.send({ id: 3, method: 'ping' })).rejects.toMatchObject({ code: 'call.disconnected', facts: { unsent: true } });
  });

  test.each(['s11-grandchild-survives', 's12-ignores-sigterm'])('%s: nothing is left after the end', async (id) => {
    const log = path.join(newFolder(), 'log');
    const { client, transport } = await connect(fakeServer(id, { env: { FAKE_LOG: log } }));
    await client.ping();
    expect(await transport.stop()).toMatchObject({ stuck: false });
    const pids = logged(log)
      .flatMap((entry) => [entry.pid, entry.child])
      .filter((pid) => typeof pid === 'number');
    expect(pids.length).toBeGreaterThan(0);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  test('a grandchild that holds stdout open does not hide the exit, and the last answer is not lost', async () => {
    const log = path.join(newFolder(), 'log');
    const probe = await start(
      scenario({
        log,
        on: [{ match: { method: 'last' }, do: [{ spawnChild: { lifeMs: 30_000, stdio: 'inherit' } }, { result: { n: 1 } }, { exit: 3 }] }],
      }),
    );
    await probe.ask(1, 'last');
    await probe.closed;
    expect(probe.transport.closeReason).toMatchObject({ params: { code: 3 } });
    // Nobody asked for a stop; it is swept all the same.
    const grandchild = logged(log).find((entry) => entry.dir === 'child')?.child as number;
    await vi.waitFor(() => expect(isAlive(grandchild)).toBe(false), 10_000);
  });

  test('a server that closes its output but runs on is given up with that reason', async () => {
    const probe = await start(scenario({ on: [{ match: { method: 'x' }, do: [{ closeStdout: true }] }] }));
    await expect(probe.send({ id: 1, method: 'x' })).rejects.toMatchObject({ code: 'call.outcome_unknown' });
    expect(probe.transport.closeReason).toMatchObject({ code: 'connect.exited', message: expect.stringContaining('closed its output') });
  });

  test('a server that closes its input: what comes too late was surely not sent', async () => {
    const probe = await start(scenario({ on: [{ match: { method: 'x' }, do: [{ closeStdin: true }, { sleep: 50 }, { result: {} }] }] }));
    await probe.ask(1, 'x');
    // The first write after it may still fit into the system's buffer; the end is noticed at the latest then.
    const late = await Promise.allSettled([2, 3, 4].map((id) => probe.send({ id, method: 'ping' })));
    await probe.closed;
    expect(late.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'sent'))).toSatisfy((codes: string[]) =>
      codes.every((code) => code === 'call.disconnected' || code === 'call.outcome_unknown'),
    );
    await expect(probe.send({ id: 5, method: 'ping' })).rejects.toMatchObject({ code: 'call.disconnected' });
    expect(probe.transport.closeReason?.message).toContain('closed its input');
  });

  test('a second stop shares the first; onclose comes once; a stop that was asked for has no reason', async () => {
    const probe = await start(fakeServer('s12-ignores-sigterm'));
    await probe.ask(1, 'ping');
    const pending = probe.send({ id: 2, method: 'never' }).catch((error: unknown) => error);
    const both = await Promise.all([probe.transport.stop(), probe.transport.close(), probe.transport.stop()]);
    expect(both[0]).toBe(both[2]);
    expect(probe.closes).toBe(1);
    expect(probe.transport.closeReason).toBeUndefined();
    await pending;
  });
});

describe('stdin', () => {
  test('s23: a server that does not read: others are not blocked, a cancelled request is taken back, and the end works', async () => {
    const log = path.join(newFolder(), 'log');
    const probe = await start(fakeServer('s23-stdin-not-drained', { env: { FAKE_LOG: log } }), { maxMessageBytes: MEGABYTE });
    await probe.ask(1, 'initialize', INITIALIZE);
    await probe.send({ method: 'notifications/initialized' });
    await vi.waitFor(() => expect(logged(log)).toContainEqual(expect.objectContaining({ dir: 'pause-stdin' })), 10_000);
    const big = probe.send({ id: 2, method: 'tools/call', params: { text: 'x'.repeat(4_000_000) } }).catch((error: unknown) => error);
    const next = probe.send({ id: 3, method: 'tools/call', params: { text: 'y'.repeat(1000) } });
    // A notification is not waited for.
    await probe.send({ method: 'notifications/roots/list_changed' });
    await probe.send({ method: 'notifications/cancelled', params: { requestId: 3 } });
    await expect(next).rejects.toMatchObject({ code: 'call.cancelled' });
    // The memory is bounded.
    const fill = Promise.allSettled(
      Array.from({ length: 10 }, (_, at) => probe.send({ id: 10 + at, method: 'x', params: { text: 'z'.repeat(2_000_000) } })),
    );
    await probe.transport.stop();
    expect(await big).toMatchObject({ code: 'call.disconnected' });
    const codes = (await fill).map((outcome) => (outcome.status === 'rejected' ? outcome.reason.message : 'sent'));
    expect(codes.some((message) => message.includes('does not read its input'))).toBe(true);
    expect(logged(log).some((entry) => JSON.stringify(entry).includes('"requestId":3'))).toBe(false);
  });

  test('a request that is cancelled while it waits is never sent, nor is its cancellation', async () => {
    const code = `let all = ''; console.error('up');
      process.on('SIGUSR1', () => process.stdin.on('data', (chunk) => { all += chunk; if (!all.endsWith('\\n')) return;
        const seen = all.trim().split('\\n').map((line) => JSON.parse(line)).map((message) => message.id ?? message.method);
        if (seen.includes(5)) console.log(JSON.stringify({ jsonrpc: '2.0', id: 5, result: { seen } })); }));
      setTimeout(() => process.exit(), 30000);`;
    const probe = await start(nodeServer('-e', [code]));
    await probe.until(() => probe.log.length > 0);
    for (const id of [1, 2, 3, 4]) probe.send({ id, method: 'x', params: { text: 'x'.repeat(id === 1 ? 2_000_000 : 10) } }).catch(() => undefined);
    await probe.send({ method: 'notifications/cancelled', params: { requestId: 3 } });
    process.kill(probe.transport.pid ?? 0, 'SIGUSR1');
    expect((await probe.ask(5, 'x')).result).toEqual({ seen: [1, 2, 4, 5] });
  });

  test('a large argument goes through whole', async () => {
    const { client } = await connect(fakeServer('s01-log-lines-on-stdout'));
    const text = 'ü'.repeat(600_000);
    const result = await client.callTool({ name: 'echo', arguments: { text } });
    expect(JSON.stringify(result).length).toBeGreaterThan(600_000);
  });
});

describe('stderr', () => {
  test('2 MB written in one go neither block the server nor get lost', async () => {
    const probe = await start(scenario({ start: [{ stderrFill: 2_000_000 }, { stderr: 'last words\n' }] }));
    await probe.ask(1, 'initialize', INITIALIZE);
    await probe.until(() => probe.log.some((line) => line.text === 'last words'));
    expect(probe.log.filter((line) => line.source === 'stderr').length).toBeGreaterThan(60_000);
  });

  test('secrets of the entry do not show in the log or in the reason', async () => {
    const secret = 'hunter2-hunter2';
    const probe = await start({
      ...scenario({ start: [{ stderr: `bad token ${secret}\n` }, { raw: `token ${secret}\n` }, { exit: 1 }] }),
      env: { DEMO_TOKEN: secret },
    });
    await probe.closed;
    const shown = JSON.stringify([probe.log, probe.noise, probe.transport.closeReason]);
    expect(shown).not.toContain(secret);
    expect(shown).toContain('bad token ***');
  });
});

describe('starting', () => {
  test('c09: a missing command says so, with the way out', async () => {
    const probe = new Probe(stdioConfig({ command: 'npx-of-a-version-manager', args: ['-y', 'some-server'] }));
    await expect(probe.transport.start()).rejects.toMatchObject({
      code: 'spawn.not_found',
      message: expect.stringContaining('npx-of-a-version-manager'),
    });
    await probe.transport.stop();
  });

  test('c11: every argument arrives unchanged and no shell runs', async () => {
    const args = ['two words', '$(touch pwned)', '"quoted"', 'a&b|c', 'tab\there', '', "it's", '%PATH%', 'ü🎉'];
    const folder = newFolder();
    const log = path.join(folder, 'log');
    const config = fakeServer('c11-spaces-and-shell-characters', { env: { FAKE_LOG: log }, cwd: folder });
    await connect({ ...config, args: [...config.args, ...args] });
    expect(logged(log).find((entry) => entry.dir === 'start')).toMatchObject({ argv: args, cwd: fs.realpathSync(folder) });
    expect(fs.existsSync(path.join(folder, 'pwned'))).toBe(false);
  });

  test('c19: the entry’s variables lie over the base, and nothing of the app’s own comes through', async () => {
    process.env.APP_SECRET = 'shh';
    try {
      const { client } = await connect(fakeServer('c19-child-environment', { env: { ONLY_THIS: '1' } }));
      const result = await client.callTool({ name: 'echo', arguments: {} });
      const seen = JSON.parse((result.content as { text: string }[])[0]?.text ?? '{}');
      expect(seen).toMatchObject({ ONLY_THIS: '1', APP_SECRET: null, PATH: process.env.PATH });
    } finally {
      delete process.env.APP_SECRET;
    }
  });

  test('c21: a file without the x bit and a folder are told apart from a missing command', async () => {
    const file = path.join(newFolder(), 'server.bin');
    fs.copyFileSync(caseFile('c21-not-executable/server.bin'), file);
    fs.chmodSync(file, 0o644);
    await expect(new Probe(stdioConfig({ command: file })).transport.start()).rejects.toMatchObject({
      code: 'spawn.permission',
      message: expect.stringContaining('server.bin'),
      info: { fix: expect.stringContaining('chmod') },
    });
    await expect(new Probe(stdioConfig({ command: path.dirname(file) })).transport.start()).rejects.toMatchObject({
      code: 'spawn.permission',
      message: expect.stringContaining('folder'),
    });
  });

  test('the SDK’s era probe runs in place: one process, not two', async () => {
    const log = path.join(newFolder(), 'log');
    const { client } = await connect(fakeServer('s03-crlf', { env: { FAKE_LOG: log } }), 'auto');
    expect(client.getProtocolEra()).toBe('legacy');
    expect(logged(log).filter((entry) => entry.dir === 'start')).toHaveLength(1);
  });

  test.each([0, 1, 3, 6, 20])('a stop while it starts leaves nothing behind (%d steps later)', async (steps) => {
    const probe = new Probe(fakeServer('s12-ignores-sigterm'));
    const starting = probe.transport.start().catch((error: unknown) => error);
    for (let step = 0; step < steps; step += 1) await (step < 5 ? Promise.resolve() : new Promise((resolve) => setImmediate(resolve)));
    expect((await probe.transport.stop()).stuck).toBe(false);
    // Late enough it had started; early enough it never does.
    const error = await starting;
    if (error !== undefined || steps < 5) expect(error).toMatchObject({ code: 'call.disconnected' });
    if (probe.transport.pid !== undefined) expect(isAlive(probe.transport.pid)).toBe(false);
    expect(probe.closes).toBe(1);
  });
});
