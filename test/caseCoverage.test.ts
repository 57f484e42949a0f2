import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const HERE = import.meta.dirname;
/** The cases of connections; configuration, tools and sign-in have their own. */
const OF_CONNECTIONS = /^([sh]\d\d|k0[4678])-/;

const testNames = (): string =>
  fs
    .readdirSync(HERE, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .flatMap((file) => fs.readFileSync(path.join(HERE, file), 'utf8').match(/\b(test|it|describe)(\.each\([\s\S]*?\))?\(\s*(['"`])[\s\S]*?\3/g) ?? [])
    .join('\n');

test('every fault case of connections has a test that carries its id', () => {
  const names = testNames();
  const ids = fs.readdirSync(path.join(HERE, 'cases')).flatMap((folder) => OF_CONNECTIONS.exec(folder)?.[1] ?? []);
  expect(ids.length).toBeGreaterThan(30);
  expect(ids.filter((id) => !new RegExp(`\\b${id}\\b`).test(names))).toEqual([]);
});

test('the table in cases/README.md names them all', () => {
  const readme = fs.readFileSync(path.join(HERE, 'cases/README.md'), 'utf8');
  const ids = fs.readdirSync(path.join(HERE, 'cases')).flatMap((folder) => OF_CONNECTIONS.exec(folder)?.[1] ?? []);
  expect(ids.filter((id) => !readme.includes(`| \`${id}\` |`))).toEqual([]);
});
