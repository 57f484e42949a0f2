/**
 * Who may import whom. This table is the architecture (docs/architecture.md explains it in prose); layers.test.ts holds the code to it.
 * Steps of the core from the ground up: a folder may import from its own and from lower steps. Neighbours on one step meet only in types.
 */
export const CORE_STEPS: readonly (readonly string[])[] = [
  ['base'],
  ['logs'],
  ['settings'],
  ['config', 'auth'],
  ['transports'],
  ['servers'],
  ['tools', 'catalog', 'requests', 'discovery'],
  ['permissions', 'results', 'models', 'conversations'],
  ['agent'],
  ['trace'],
  ['bridge'],
];

/** Areas outside the core, with what each may import (areas by name; `core` is every folder of main/core). */
export const AREAS: Record<string, { folder: string; mayImport: readonly string[] }> = {
  contract: { folder: 'preload/contract/', mayImport: [] },
  preload: { folder: 'preload/', mayImport: ['contract'] },
  core: { folder: 'main/core/', mayImport: ['contract'] },
  compose: { folder: 'main/compose', mayImport: ['contract', 'core'] },
  electron: { folder: 'main/electron/', mayImport: ['contract', 'core', 'compose'] },
  cli: { folder: 'main/cli/', mayImport: ['contract', 'core', 'compose'] },
  entry: { folder: 'main/', mayImport: ['contract', 'core', 'compose', 'electron', 'cli'] },
  renderer: { folder: 'renderer/', mayImport: ['contract'] },
  host: { folder: 'host/', mayImport: [] },
};

/** Packages that only some places may see; everything else is free. */
export const PACKAGES: readonly { name: RegExp; only: readonly RegExp[]; why: string }[] = [
  { name: /^electron$/, only: [/^main\/electron\//, /^main\/index\.ts$/, /^preload\/index\.ts$/], why: 'only the Electron shell knows Electron' },
  {
    name: /^@modelcontextprotocol\//,
    only: [/^main\/core\/transports\//, /^main\/core\/servers\/clientSession/, /^main\/core\/auth\//],
    why: 'the SDK stays behind ClientSession and HostTransport',
  },
  { name: /^(react|react-dom|react-i18next|zustand)(\/|$)/, only: [/^renderer\//], why: 'only the window draws' },
  { name: /^(ai|@ai-sdk\/.*)$/, only: [/^main\/core\/models\/providers\//], why: 'provider libraries stay behind the Model port' },
  { name: /^node:sqlite$/, only: [/^main\/core\/conversations\//], why: 'one place knows the database' },
];

/** The contract is the only code both sides share, so it may need nothing but zod. */
export const CONTRACT_PACKAGES = /^zod$/;
export const RENDERER_FORBIDDEN = /^(node:|electron$|ws$|undici$)/;

/** The one road to a server (PER-1): who may call `callTool` on the connections. */
export const CALL_TOOL_PLACES: readonly RegExp[] = [/^main\/core\/servers\//, /^main\/core\/agent\/executeToolCall\.ts$/];

/** Lines a source file may have; nine in ten files stay under `usual`. */
export const LINES = { usual: 300, most: 400 };
