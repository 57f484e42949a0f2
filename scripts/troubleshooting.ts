// Writes docs/troubleshooting.md from the table of fixes:  node scripts/troubleshooting.ts
import fs from 'node:fs';
import path from 'node:path';
import { FIXES } from '../main/core/trace/fixes.ts';

export const TROUBLESHOOTING = path.resolve(import.meta.dirname, '../docs/troubleshooting.md');

const GROUPS: Record<string, string> = {
  config: 'Configuration',
  spawn: 'A local server is not started',
  connect: 'A server does not connect',
  auth: 'Sign-in',
  call: 'A call fails',
  model: 'The language model',
};

/** The page as it has to be. */
export function troubleshootingPage(): string {
  const lines = [
    '# When something does not work',
    '',
    'Every failure has a code; the window, `quayside doctor` and the JSON output show it with a message and a way out. Where the message knows no better, this is the way out.',
  ];
  for (const [prefix, title] of Object.entries(GROUPS)) {
    const rows = Object.entries(FIXES).filter(([code]) => code.startsWith(`${prefix}.`));
    lines.push(
      '',
      `## ${title}`,
      '',
      '| code | what to do |',
      '|---|---|',
      ...rows.map(([code, fix]) => `| \`${code}\` | ${fix.replaceAll('|', '\\|')} |`),
    );
  }
  return `${lines.join('\n')}\n`;
}

if (process.argv[1] === import.meta.filename) fs.writeFileSync(TROUBLESHOOTING, troubleshootingPage());
