import type { ErrorInfo } from '../../../preload/contract/errors.ts';

export interface ExitFacts {
  server: string;
  command: string;
  code: number | null;
  signal: string | null;
  /** The last lines of stderr, oldest first, secrets removed. */
  stderr: readonly string[];
  /** Whether the server had sent a message before. */
  spoke: boolean;
}

/** Known reasons and what to do about them, in the order in which they are looked for. */
const HINTS: [RegExp, string][] = [
  [/Cannot connect to the Docker daemon|docker daemon (is )?not running|error during connect/i, 'Start Docker, then try again.'],
  [/Unable to find image|pull access denied|manifest unknown/i, 'Check the name of the image in "args".'],
  [
    /npm (error|err!) (code )?E?404|404 Not Found - GET|No matching (version|distribution) found|was not found in the package registry/i,
    'Check the name and version of the package in "args".',
  ],
  [
    /\b(ENOTFOUND|EAI_AGAIN|ETIMEDOUT|getaddrinfo)\b|Temporary failure in name resolution|error sending request/,
    'Check the network connection and the proxy settings.',
  ],
  [/SELF_SIGNED_CERT|UNABLE_TO_(GET|VERIFY)|certificate verify failed/i, 'Set NODE_EXTRA_CA_CERTS or SSL_CERT_FILE in "env" to your certificates.'],
  [/EADDRINUSE|address already in use/i, 'End the other program that uses this port.'],
  [
    /ERR_MODULE_NOT_FOUND|Cannot find (module|package)|ModuleNotFoundError|No module named/i,
    'Install what the server needs, or check the path in "args".',
  ],
  [
    /Unsupported engine|requires? node|EBADENGINE|Node\.js version|ERR_REQUIRE_ESM|SyntaxError/i,
    'Update Node.js, or start the server with a newer version of it.',
  ],
  [
    /(api[_ -]?key|token|secret|password|credential|environment variable|env var|_KEY|_TOKEN)\b.*(not set|missing|required|undefined|must be|invalid|not (found|provided))/i,
    'Set it in "env" of the entry.',
  ],
  [
    /(not set|missing|required|must (be|provide|set)|please (set|provide)).*(api[_ -]?key|token|secret|password|credential|environment variable|env var|_KEY|_TOKEN)\b/i,
    'Set it in "env" of the entry.',
  ],
  [/^usage:|unknown (option|argument)|unrecognized argument|missing required argument|invalid option/im, 'Check "args" of the entry.'],
  [/EACCES|EPERM|permission denied/i, 'Check the permissions of the files the server works with.'],
  [/ENOSPC|no space left/i, 'Make room on the disk.'],
  [/heap out of memory|JavaScript heap|MemoryError|Cannot allocate memory/i, 'Give the server more memory, or ask it for less at once.'],
];

/** Lines that say what went wrong, and lines that only say where. */
const TELLING = /error|exception|cannot|could not|failed|fatal|panic|not set|missing|required|denied|refused|not found|invalid|unable/i;
const PLACE =
  /^\s*(at\s|File "|\^|~+\^|node:internal|Node\.js v\d|throw\s|code: '|npm (error|err!)\s*(A complete log|$)|\}|\{|Traceback \(most recent)/;

/** Why the process is gone, in one sentence, with the line of its stderr that says most. */
export function exitReason(facts: ExitFacts): ErrorInfo {
  const { server, command, code, signal, stderr, spoke } = facts;
  const how = signal ? `was ended by ${signal}` : `exited with code ${code ?? 'unknown'}`;
  const line = tellingLine(stderr);
  const tail = stderr.slice(-10).join('\n').slice(-2000);
  return {
    code: 'connect.exited',
    message: `Server "${server}" ${how}${line ? `: ${line}` : '.'}`,
    fix: hint(line ?? '') ?? hint(tail) ?? usualFix(facts),
    params: {
      server,
      command,
      ...(code !== null && { code }),
      ...(signal !== null && { signal }),
      ...(tail !== '' && { stderr: tail }),
      ...(spoke && { spoke: 1 }),
    },
  };
}

const hint = (text: string): string | undefined => HINTS.find(([pattern]) => pattern.test(text))?.[1];

function usualFix({ code, signal, spoke, stderr }: ExitFacts): string {
  if (signal === 'SIGKILL') return 'Something ended it from outside, often the system when memory runs out. Start it again.';
  if (signal === 'SIGSEGV' || signal === 'SIGABRT' || signal === 'SIGILL' || signal === 'SIGBUS')
    return 'The server itself crashed. Update it, or report this to its maker.';
  if (code === 127) return 'A program that it starts was not found. Check PATH and "args".';
  if (code === 126) return 'A program that it starts may not be run. Check its permissions.';
  if (!spoke && code === 0) return 'It ended at once: check "args", and that it is meant to run as a stdio server.';
  return stderr.length > 0 ? 'Look at the server’s log for more.' : 'Try the command in a terminal to see what it says.';
}

function tellingLine(stderr: readonly string[]): string | undefined {
  const lines = stderr.slice(-20).filter((line) => !PLACE.test(line));
  const line = lines.findLast((candidate) => TELLING.test(candidate)) ?? lines.at(-1) ?? stderr.at(-1);
  return line?.trim().slice(0, 300);
}
