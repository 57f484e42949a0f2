import path from 'node:path';

/** What to install for a command that is not there. */
const INSTALL: [RegExp, string][] = [
  [/^(npx|npm|node|corepack)$/, 'Install Node.js (https://nodejs.org)'],
  [/^(uvx|uv)$/, 'Install uv (https://docs.astral.sh/uv)'],
  [/^(bunx|bun)$/, 'Install Bun (https://bun.sh)'],
  [/^(pnpm|pnpx)$/, 'Install pnpm (https://pnpm.io)'],
  [/^yarn$/, 'Install Yarn (https://yarnpkg.com)'],
  [/^deno$/, 'Install Deno (https://deno.com)'],
  [/^(python|python3|pip|pip3|py)$/, 'Install Python (https://www.python.org)'],
  [/^pipx$/, 'Install pipx (https://pipx.pypa.io)'],
  [/^docker$/, 'Install Docker (https://docs.docker.com/get-docker) and start it'],
  [/^podman$/, 'Install Podman (https://podman.io)'],
  [/^(java|jbang)$/, 'Install a Java runtime'],
  [/^(dotnet|dnx)$/, 'Install .NET (https://dotnet.microsoft.com)'],
  [/^(go|cargo|ruby|php|perl)$/, 'Install it'],
];

/** The bare name of a program: no folder, no Windows ending, lower case. */
export function programName(command: string): string {
  const base = path.posix.basename(command.replaceAll('\\', '/'));
  return base.replace(/\.(exe|cmd|bat|com|ps1)$/i, '').toLowerCase();
}

/** The way out when a command was not found. */
export function missingCommandFix(command: string): string {
  const words = command.trim().split(/\s+/);
  if (words.length > 1 && !/[\\/]/.test(words[0] ?? '')) {
    return `Put only "${words[0]}" into "command" and the other words into "args", one each.`;
  }
  if (/^https?:\/\//i.test(command)) return 'This is an address: use "url" instead of "command".';
  if (command.startsWith('~')) return 'Write the full path; "~" is only understood by a shell.';
  if (/[\\/]/.test(command)) return 'Check the path in the entry.';
  const install = INSTALL.find(([name]) => name.test(programName(command)))?.[1];
  return install ? `${install}, or give the full path of ${command} in the entry.` : `Install ${command}, or give its full path in the entry.`;
}
