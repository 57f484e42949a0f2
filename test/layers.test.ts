import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { AREAS, CALL_TOOL_PLACES, CONTRACT_PACKAGES, CORE_STEPS, LINES, PACKAGES, RENDERER_FORBIDDEN } from './layers.table.ts';

interface Import {
  target: string;
  typeOnly: boolean;
}

const root = path.resolve(import.meta.dirname, '..');
const SOURCE_FOLDERS = ['main', 'preload', 'renderer', 'host'];

function sourceFiles(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx)$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

/** Static imports, re-exports and dynamic imports with a literal, read by a real parser. */
function importsOf(file: string, code: string): Import[] {
  const { module, program } = parseSync(file, code);
  const found: Import[] = [];
  for (const item of module.staticImports) {
    found.push({ target: item.moduleRequest.value, typeOnly: item.entries.length > 0 && item.entries.every((entry) => entry.isType) });
  }
  for (const item of module.staticExports) {
    for (const entry of item.entries) if (entry.moduleRequest) found.push({ target: entry.moduleRequest.value, typeOnly: entry.isType });
  }
  for (const item of module.dynamicImports) {
    const literal = /^['"](.*)['"]$/.exec(code.slice(item.moduleRequest.start, item.moduleRequest.end));
    if (literal?.[1]) found.push({ target: literal[1], typeOnly: false });
  }
  if (!program) throw new Error(`${file} does not parse`);
  return found;
}

const areaOf = (file: string): string | undefined =>
  Object.entries(AREAS)
    .filter(([, area]) => file.startsWith(area.folder))
    .sort((a, b) => b[1].folder.length - a[1].folder.length)[0]?.[0];
const coreFolder = (file: string): string => /^main\/core\/([^/]+)\//.exec(file)?.[1] ?? 'base';
const stepOf = (file: string): number => CORE_STEPS.findIndex((step) => step.includes(coreFolder(file)));

/** Complaints about one file, in words that name the rule. */
function judge(file: string, code: string): string[] {
  const bad: string[] = [];
  const area = areaOf(file);
  if (!area) return [`${file}: belongs to no area of layers.table.ts`];
  if (area === 'core' && stepOf(file) < 0) bad.push(`${file}: main/core/${coreFolder(file)} has no step in layers.table.ts`);
  for (const { target, typeOnly } of importsOf(file, code)) {
    if (!target.startsWith('.')) {
      for (const rule of PACKAGES) {
        if (rule.name.test(target) && !rule.only.some((place) => place.test(file)) && !(typeOnly && area === 'core'))
          bad.push(`${file} imports ${target}: ${rule.why}`);
      }
      if (area === 'contract' && !CONTRACT_PACKAGES.test(target)) bad.push(`${file} imports ${target}: the contract needs nothing but zod`);
      if (area === 'renderer' && RENDERER_FORBIDDEN.test(target)) bad.push(`${file} imports ${target}: the window is web only`);
      continue;
    }
    const to = path.posix.join(path.posix.dirname(file), target);
    const toArea = areaOf(to);
    if (!toArea || toArea === area) {
      if (area !== 'core') continue;
      const [from, there] = [stepOf(file), stepOf(to)];
      const neighbour = from === there && coreFolder(file) !== coreFolder(to);
      if (there > from) bad.push(`${file} imports ${to}: upwards, ${coreFolder(file)} is below ${coreFolder(to)}`);
      else if (neighbour && !typeOnly) bad.push(`${file} imports ${to}: neighbours on one step meet only in types`);
    } else if (!AREAS[area]?.mayImport.includes(toArea)) bad.push(`${file} imports ${to}: ${area} may not import ${toArea}`);
  }
  if (/\.callTool\(/.test(code) && area !== 'contract' && !CALL_TOOL_PLACES.some((place) => place.test(file))) {
    bad.push(`${file} calls callTool: every call goes through agent/executeToolCall and its gate (PER-1)`);
  }
  return bad;
}

const files = SOURCE_FOLDERS.flatMap((folder) => sourceFiles(path.join(root, folder)));
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

test('every import follows the table', () => {
  expect(files.flatMap((file) => judge(file, read(file)))).toEqual([]);
});

test('files stay small', () => {
  const lengths = files.map((file) => ({ file, lines: read(file).split('\n').length }));
  expect(lengths.filter(({ lines }) => lines > LINES.most)).toEqual([]);
  const long = lengths.filter(({ lines }) => lines > LINES.usual);
  expect(long.length, `over ${LINES.usual} lines: ${long.map(({ file }) => file).join(', ')}`).toBeLessThanOrEqual(files.length / 10);
});

describe('the rules have teeth', () => {
  test.each([
    ['preload/contract/x.ts', "import fs from 'node:fs';", /nothing but zod/],
    ['preload/contract/x.ts', "import { a } from '../../main/core/base/emitter.ts';", /contract may not import core/],
    ['main/core/servers/x.ts', "import { app } from 'electron';", /Electron/],
    ['main/core/servers/x.ts', "import { run } from '../agent/runLoop.ts';", /upwards/],
    ['main/core/servers/x.ts', "import type { Run } from '../agent/runLoop.ts';", /upwards/],
    ['main/core/permissions/x.ts', "import { save } from '../results/saveBinary.ts';", /neighbours/],
    ['main/core/tools/x.ts', "const sdk = await import('@modelcontextprotocol/client');", /SDK/],
    ['main/core/tools/x.ts', "export { Client } from '@modelcontextprotocol/client';", /SDK/],
    ['main/core/bridge/x.ts', 'const result = await servers.callTool(a, b, c, d);', /gate/],
    ['main/cli/x.ts', "import { window } from '../electron/windows.ts';", /cli may not import electron/],
    ['renderer/x.tsx', "import fs from 'node:fs';", /web only/],
    ['renderer/x.tsx', "import { Emitter } from '../main/core/base/emitter.ts';", /renderer may not import core/],
    ['main/core/models/offlineAssistant/x.ts', "import { streamText } from 'ai';", /Model port/],
    ['main/core/novelty/x.ts', 'export const a = 1;', /no step/],
  ])('%s: %s', (file, code, complaint) => {
    expect(judge(file, code).join('\n')).toMatch(complaint);
  });

  test('what is allowed passes', () => {
    const code =
      "import type { ModelImage } from '../results/result.ts';\nimport { ok } from '../../../preload/contract/errors.ts';\nimport { Emitter } from '../base/emitter.ts';";
    expect(judge('main/core/models/x.ts', code)).toEqual([]);
  });
});
