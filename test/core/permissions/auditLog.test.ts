import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { silentLogger } from '../../../main/core/base/silentLogger.ts';
import { argumentsText, boundedCopy, MAX_ARGUMENTS } from '../../../main/core/permissions/auditLine.ts';
import { type AuditDeps, createAuditLog } from '../../../main/core/permissions/auditLog.ts';
import { createExportAudit } from '../../../main/core/permissions/exportAudit.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'audit-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keep = (value: unknown): unknown => value;
function open(more: Partial<AuditDeps> = {}) {
  let next = 0;
  return createAuditLog({
    folder: path.join(folder, 'logs'),
    redact: keep,
    newId: () => `e${++next}`,
    clock: { now: () => 1000 + next },
    log: silentLogger,
    ...more,
  });
}
const entry = (n: number, more: object = {}) => ({
  server: 'fs',
  tool: 'mcp__fs__read',
  original: 'read',
  arguments: { n },
  verdict: 'allow' as const,
  rule: 'default',
  asker: 'model',
  ms: 3,
  outcome: 'ok' as const,
  ...more,
});
const file = () => path.join(folder, 'logs/audit.jsonl');

describe('writing and reading', () => {
  test('the newest entries come first', async () => {
    const log = open();
    for (let n = 1; n <= 5; n += 1) log.record(entry(n));
    expect((await log.query(3)).map(({ arguments: args }) => args)).toEqual(['{"n":5}', '{"n":4}', '{"n":3}']);
    expect(await log.query(100)).toHaveLength(5);
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  test('is written by itself soon, and at once when somebody waits for it', async () => {
    const log = open();
    for (let n = 1; n <= 50; n += 1) log.record(entry(n));
    await vi.waitFor(() => expect(readFileSync(file(), 'utf8').trim().split('\n')).toHaveLength(50));
    log.record(entry(51));
    await log.flush();
    expect(readFileSync(file(), 'utf8').trim().split('\n')).toHaveLength(51);
  });

  test('filters', async () => {
    const log = open();
    log.record(entry(1, { at: 10, original: 'Delete', outcome: 'denied', conversationId: 'c1' }));
    log.record(entry(2, { at: 20, error: 'call.timeout' }));
    const ids = async (filter: object) => (await log.query(10, filter)).map(({ at }) => at);
    expect(await ids({ query: 'delete' })).toEqual([10]);
    expect(await ids({ query: 'TIMEOUT' })).toEqual([20]);
    expect(await ids({ query: '"n":1' })).toEqual([10]);
    expect(await ids({ outcome: 'denied' })).toEqual([10]);
    expect(await ids({ conversationId: 'c1' })).toEqual([10]);
    expect(await ids({ since: 15 })).toEqual([20]);
    expect(await ids({ query: 'nothing' })).toEqual([]);
  });

  test('an empty log', async () => {
    expect(await open().query(10)).toEqual([]);
  });

  test('a later process goes on where the first one ended', async () => {
    const first = open();
    first.record(entry(1));
    await first.flush();
    const second = open();
    second.record(entry(2));
    expect((await second.query(10)).map(({ arguments: args }) => args)).toEqual(['{"n":2}', '{"n":1}']);
  });

  test('a line torn by a crash costs that line only', async () => {
    const first = open();
    first.record(entry(1));
    await first.flush();
    appendFileSync(file(), '{"id":"torn","at":1');
    const second = open();
    second.record(entry(2));
    expect((await second.query(10)).map(({ arguments: args }) => args)).toEqual(['{"n":2}', '{"n":1}']);
  });

  test('foreign lines are skipped', async () => {
    const log = open();
    log.record(entry(1));
    await log.flush();
    appendFileSync(file(), 'null\n[]\n{"id":5}\n\n\u0000\n');
    expect(await log.query(10)).toHaveLength(1);
  });

  test('files are put aside by size and dropped by number', async () => {
    const log = open({ maxFileBytes: 1_000, maxFiles: 3 });
    for (let n = 1; n <= 40; n += 1) {
      log.record(entry(n));
      await log.flush();
    }
    expect(readdirSync(path.join(folder, 'logs')).sort()).toEqual(['audit.1.jsonl', 'audit.2.jsonl', 'audit.jsonl']);
    const found = (await log.query(100)).map(({ arguments: args }) => JSON.parse(args).n as number);
    expect(found.slice(0, 3)).toEqual([40, 39, 38]);
    expect(found).toEqual([...found].sort((a, b) => b - a));
    expect(found.length).toBeLessThan(40);
  });

  test('a disk that refuses is logged, not thrown', async () => {
    const warnings: string[] = [];
    writeFileSync(path.join(folder, 'logs'), 'a file in the way');
    const log = open({ log: { ...silentLogger, warn: (message) => void warnings.push(message) } });
    log.record(entry(1));
    await log.flush();
    expect(warnings).toEqual(['The audit log could not be written.']);
  });
});

describe('pages, names and exports', () => {
  const day = { server: 'fs', original: 'read', verdict: 'allow' as const };

  test('pages follow each other without a gap, also over files and while new entries come', async () => {
    const log = open({ maxFileBytes: 1_000, maxFiles: 5 });
    for (let n = 1; n <= 12; n += 1) {
      log.record(entry(n));
      await log.flush();
    }
    const first = await log.page(5);
    expect(first.more).toBe(true);
    log.record(entry(13));
    const second = await log.page(5, {}, first.entries.at(-1)?.id);
    const third = await log.page(5, {}, second.entries.at(-1)?.id);
    const numbers = [first, second, third].flatMap(({ entries }) => entries.map(({ arguments: args }) => JSON.parse(args).n as number));
    expect(numbers).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect([second.more, third.more]).toEqual([true, false]);
    expect(await log.page(5, {}, 'an id nobody has')).toEqual({ entries: [], more: false });
  });

  test.each<[filter: object, ats: number[]]>([
    [{ server: 'fs' }, [40, 30, 10]],
    [{ server: 'f' }, []],
    [{ tool: 'read' }, [40, 20, 10]],
    [{ server: 'fs', tool: 'write' }, [30]],
    [{ verdict: 'deny' }, [30]],
    [{ outcome: 'denied' }, [30]],
    [{ since: 20 }, [40, 30, 20]],
    [{ until: 20 }, [10]],
    [{ since: 20, until: 40 }, [30, 20]],
    [{ query: 'WRITE', verdict: 'deny' }, [30]],
    [{ query: 'no such thing' }, []],
  ])('filter %j', async (filter, ats) => {
    const log = open();
    log.record(entry(1, { at: 10, ...day }));
    log.record(entry(2, { at: 20, ...day, server: 'web' }));
    log.record(entry(3, { at: 30, ...day, original: 'write', verdict: 'deny', outcome: 'denied' }));
    log.record(entry(4, { at: 40, ...day }));
    expect((await log.page(10, filter)).entries.map(({ at }) => at)).toEqual(ats);
  });

  test('names are told by server', async () => {
    const log = open();
    for (const [server, original] of [
      ['web', 'b'],
      ['web', 'a'],
      ['web', 'b'],
      ['__proto__', 'x'],
    ] as const)
      log.record(entry(1, { server, original }));
    expect(Object.entries(await log.names())).toEqual([
      ['__proto__', ['x']],
      ['web', ['a', 'b']],
    ]);
  });

  test('an export is redacted once more, private, and a spreadsheet runs nothing of it', async () => {
    const log = open();
    log.record(entry(1, { arguments: { text: 'later-known-secret' }, error: '=HYPERLINK("https://evil.test")' }));
    log.record(entry(2, { original: '+SUM(1)', reason: 'a, "b"\nc' }));
    const redact = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('later-known-secret', '***'));
    const exportAudit = createExportAudit({ audit: log, folder: path.join(folder, 'exports'), clock: { now: () => 0 }, redact });
    const csv = await exportAudit('csv', {});
    const lines = readFileSync(csv.path, 'utf8');
    expect(csv.entries).toBe(2);
    expect(lines.split('\r\n')[0]).toBe('at,server,original,tool,arguments,edited,verdict,rule,reason,asker,outcome,ms,error,conversationId,id');
    expect(lines).toContain(`"'=HYPERLINK(""https://evil.test"")"`);
    expect(lines).toContain(`,'+SUM(1),`);
    expect(lines).toContain('"a, ""b""\nc"');
    expect(lines).not.toContain('later-known-secret');
    const jsonl = await exportAudit('jsonl', { tool: '+SUM(1)' });
    expect(
      readFileSync(jsonl.path, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).original),
    ).toEqual(['+SUM(1)']);
    if (process.platform !== 'win32') expect(statSync(jsonl.path).mode & 0o777).toBe(0o600);
  });
});

describe('arguments', () => {
  test('pass through redaction before they are written', async () => {
    const log = open({ redact: (value) => JSON.parse(JSON.stringify(value).replaceAll('hunter2', '***')) });
    log.record(entry(1, { arguments: { password: 'hunter2', nested: [{ note: 'it is hunter2!' }] } }));
    await log.flush();
    const text = readFileSync(file(), 'utf8');
    expect(text).not.toContain('hunter2');
    expect(text).toContain('***');
  });

  test('are left out when redaction fails', () => {
    const broken = (): never => {
      throw new Error('no');
    };
    expect(argumentsText({ password: 'hunter2' }, broken)).toBe('(the arguments could not be recorded)');
  });

  test('stay small whatever they are', () => {
    const cyclic: Record<string, unknown> = { big: 1n, f: () => 1 };
    cyclic.self = cyclic;
    for (const args of [{ text: 'x'.repeat(20_000_000) }, { list: Array.from({ length: 1_000_000 }, (_, i) => i) }, cyclic]) {
      expect(argumentsText(args, keep).length).toBeLessThanOrEqual(MAX_ARGUMENTS + 1);
    }
    expect(boundedCopy({ a: [1, { b: null }] })).toEqual({ a: [1, { b: null }] });
  });
});
