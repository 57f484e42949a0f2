import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The gate decides and the result pipeline reads; neither ever talks to a server (PER-1). */
test.each(['permissions', 'results'])('nothing in %s reaches a server', (folder) => {
  const root = path.resolve(import.meta.dirname, '../../../main/core', folder);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const code = readFileSync(path.join(root, file), 'utf8');
    const runtimeImports = [...code.matchAll(/^import (?!type )[^;]*? from '([^']+)'/gms)].map((found) => found[1] ?? '');
    expect([
      file,
      runtimeImports.filter((target) => /\/(servers|transports|auth)\/|^node:(child_process|net|tls|https?|dgram)|^undici|^ws$/.test(target)),
    ]).toEqual([file, []]);
    expect([file, /\.(callTool|readResource|getPrompt)\s*\(|\bfetch\s*\(/.test(code)]).toEqual([file, false]);
  }
});
