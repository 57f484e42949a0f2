// Writes docs/troubleshooting.md from the table of fixes:  node scripts/troubleshooting.ts
import fs from 'node:fs';
import path from 'node:path';
import { FIXES } from '../main/core/trace/fixes.ts';
import { EXIT_HINTS } from '../main/core/transports/exitReason.ts';
import { FRAMING_TEXT } from '../main/core/transports/framingHint.ts';
import { CLIENT_ERRORS } from '../main/core/transports/http/refusal.ts';
import { NETWORK_FAULTS } from '../main/core/transports/networkError.ts';

export const TROUBLESHOOTING = path.resolve(import.meta.dirname, '../docs/troubleshooting.md');

const GROUPS: Record<string, string> = {
  config: 'Configuration',
  spawn: 'A local server is not started',
  connect: 'A server does not connect',
  auth: 'Sign-in',
  call: 'A call fails',
  result: 'A result is of no use',
  model: 'The language model',
};

/** The reasons that a message can name, with their own way out: from the tables the messages are made of. */
const REASONS: Record<string, readonly (readonly [string, string])[]> = {
  'What a local server said before it ended (`connect.exited`)': EXIT_HINTS.map(({ what, fix }) => [what, fix] as const),
  'What a local server prints instead of messages (`connect.protocol`, `connect.timeout`)': Object.values(FRAMING_TEXT).map(
    ({ what, fix }) => [`it ${what}`, fix] as const,
  ),
  'Why a remote server cannot be reached (`connect.network`, `connect.tls`)': Object.values(NETWORK_FAULTS).map(
    ({ reason, fix }) => [reason, fix] as const,
  ),
  'What a remote server answers (`connect.http`)': Object.entries(CLIENT_ERRORS).map(
    ([status, [says, fix]]) => [`${status}: it ${says}`, fix] as const,
  ),
};

/** One row of a table; what stands twice in the source is said once. */
const rowsOf = (rows: readonly (readonly [string, string])[]): string[] => [
  ...new Set(rows.map(([left, right]) => `| ${left.replaceAll('|', '\\|')} | ${right.replaceAll('|', '\\|')} |`)),
];

/** The page as it has to be. */
export function troubleshootingPage(): string {
  const lines = [
    '# When something does not work',
    '',
    'Every failure has a code; the window, `quayside doctor` and the JSON output show it with a message and a way out. Where the message knows no better, this is the way out.',
  ];
  for (const [prefix, title] of Object.entries(GROUPS)) {
    const rows = Object.entries(FIXES).filter(([code]) => code.startsWith(`${prefix}.`));
    lines.push('', `## ${title}`, '', '| code | what to do |', '|---|---|', ...rowsOf(rows.map(([code, fix]) => [`\`${code}\``, fix] as const)));
  }
  lines.push('', '# What the reason in the message means');
  for (const [title, rows] of Object.entries(REASONS)) lines.push('', `## ${title}`, '', '| reason | what to do |', '|---|---|', ...rowsOf(rows));
  return `${lines.join('\n')}\n`;
}

if (process.argv[1] === import.meta.filename) fs.writeFileSync(TROUBLESHOOTING, troubleshootingPage());
