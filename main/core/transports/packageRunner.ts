import { programName } from './commandHints.ts';

/** Programs that fetch a package before they run it, by name, or by name and first word. */
const RUNNERS = new Set(['npx', 'pnpx', 'bunx', 'uvx', 'dnx', 'jbang']);
const RUNNER_WORDS: Record<string, string[][]> = {
  npm: [['exec'], ['x']],
  pnpm: [['dlx']],
  yarn: [['dlx']],
  bun: [['x']],
  uv: [['run'], ['tool', 'run']],
  pipx: [['run']],
  deno: [['run']],
  docker: [['run']],
  podman: [['run']],
  go: [['run']],
  cargo: [['run']],
};
/** Programs that only start another one: the runner is in their arguments. */
const WRAPPERS = new Set(['cmd', 'env', 'sh', 'bash', 'zsh', 'nice']);

/** The package runner that a command line starts, for example `npx`; undefined when it starts a program that is there already. */
export function packageRunner(command: string, args: readonly string[]): string | undefined {
  const name = programName(command);
  if (WRAPPERS.has(name)) {
    // `cmd /c npx …`, `env A=1 npx …`, `sh -c "npx …"`.
    const rest = args.flatMap((arg) => arg.split(/\s+/)).filter((word) => !/^([-/][a-z]+|[A-Z_][A-Z0-9_]*=.*|exec)$/i.test(word));
    const [inner, ...more] = rest;
    return inner === undefined ? undefined : packageRunner(inner, more);
  }
  if (RUNNERS.has(name)) return name;
  const words = args.filter((arg) => !arg.startsWith('-'));
  return RUNNER_WORDS[name]?.some((start) => start.every((word, at) => words[at] === word)) ? name : undefined;
}

/** What package runners say on stderr while they fetch. */
const FETCHING = [
  /^npm (warn|notice) exec .*will be installed/i,
  /\bfollowing packages? (was|were) not found and will be installed/i,
  /^(Downloading|Downloaded|Resolved|Prepared|Installing|Installed|Building|Built|Updating|Fetching)\b/,
  /Unable to find image .* locally/i,
  /\bPulling (from|fs layer)\b/i,
  /^Progress: resolved \d+/,
  /^Download(ing)? https?:/i,
];

export const saysFetching = (line: string): boolean => FETCHING.some((pattern) => pattern.test(line.trim()));
