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

/** What a process said, what that means, and what to do about it; in the order in which they are looked for. */
export const EXIT_HINTS: readonly { said: RegExp; what: string; fix: string }[] = [
  {
    said: /Cannot connect to the Docker daemon|docker daemon (is )?not running|error during connect/i,
    what: 'Docker does not run',
    fix: 'Start Docker, then try again.',
  },
  {
    said: /Unable to find image|pull access denied|manifest unknown/i,
    what: 'a Docker image does not exist',
    fix: 'Check the name of the image in "args".',
  },
  {
    said: /npm (error|err!) (code )?E?404|404 Not Found - GET|No matching (version|distribution) found|was not found in the package registry/i,
    what: 'a package does not exist',
    fix: 'Check the name and version of the package in "args".',
  },
  {
    said: /\b(ENOTFOUND|EAI_AGAIN|ETIMEDOUT|getaddrinfo)\b|Temporary failure in name resolution|error sending request/,
    what: 'it did not get through to the network',
    fix: 'Check the network connection and the proxy settings.',
  },
  {
    said: /SELF_SIGNED_CERT|UNABLE_TO_(GET|VERIFY)|certificate verify failed/i,
    what: 'it does not trust a certificate',
    fix: 'Set NODE_EXTRA_CA_CERTS or SSL_CERT_FILE in "env" to your certificates.',
  },
  {
    said: /EADDRINUSE|address already in use/i,
    what: 'its port is taken',
    fix: 'End the other program that uses this port.',
  },
  {
    said: /ERR_MODULE_NOT_FOUND|Cannot find (module|package)|ModuleNotFoundError|No module named/i,
    what: 'a module is missing',
    fix: 'Install what the server needs, or check the path in "args".',
  },
  {
    said: /Unsupported engine|requires? node|EBADENGINE|Node\.js version|ERR_REQUIRE_ESM|SyntaxError/i,
    what: 'its Node.js is too old or too new',
    fix: 'Update Node.js, or start the server with a newer version of it.',
  },
  {
    said: /(api[_ -]?key|token|secret|password|credential|environment variable|env var|_KEY|_TOKEN)\b.*(not set|missing|required|undefined|must be|invalid|not (found|provided))/i,
    what: 'a key or variable is missing',
    fix: 'Set it in "env" of the entry.',
  },
  {
    said: /(not set|missing|required|must (be|provide|set)|please (set|provide)).*(api[_ -]?key|token|secret|password|credential|environment variable|env var|_KEY|_TOKEN)\b/i,
    what: 'a key or variable is missing',
    fix: 'Set it in "env" of the entry.',
  },
  {
    said: /^usage:|unknown (option|argument)|unrecognized argument|missing required argument|invalid option/im,
    what: 'its arguments are wrong',
    fix: 'Check "args" of the entry.',
  },
  { said: /EACCES|EPERM|permission denied/i, what: 'it may not use a file', fix: 'Check the permissions of the files the server works with.' },
  { said: /ENOSPC|no space left/i, what: 'the disk is full', fix: 'Make room on the disk.' },
  {
    said: /heap out of memory|JavaScript heap|MemoryError|Cannot allocate memory/i,
    what: 'it ran out of memory',
    fix: 'Give the server more memory, or ask it for less at once.',
  },
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

const hint = (text: string): string | undefined => EXIT_HINTS.find(({ said }) => said.test(text))?.fix;

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
