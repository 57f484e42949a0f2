import type { ErrorCode, ErrorInfo } from '../../../preload/contract/errors.ts';

/**
 * What to do about a failure when the place that found it knew nothing better. One row a code; docs/troubleshooting.md is made from it.
 * Codes that a person can do nothing about have no row.
 */
export const FIXES: Partial<Record<ErrorCode, string>> = {
  'config.syntax': 'Open the file at the line given and mend the JSON; comments and trailing commas are fine.',
  'config.entry': 'Correct the field that is named, or remove the entry.',
  'config.variable': 'Set the variable in the environment Quayside is started from, or write ${NAME:-default}.',
  'config.untrusted': 'Look at what the project would run and trust it, or leave it off.',
  'config.conflict': 'The file was changed by another program meanwhile; look at it and try again.',
  'spawn.not_found': 'Install the program, or give its full path as the command.',
  'spawn.permission': 'Make the file executable (chmod +x), or start it through its interpreter.',
  'spawn.failed': 'Start the command in a terminal to see what it says.',
  'connect.timeout': 'Start the server by hand to see whether it is slow or stuck; a slow one can be given more time (connect timeout).',
  'connect.exited': 'Read the last lines of its log; a missing argument or key is the usual reason.',
  'connect.version': 'Update the server, or choose another protocol era for it.',
  'connect.network': 'Check the address and that the server is running and reachable.',
  'connect.tls': 'Check the certificate; add its authority to the CA files, or allow a self-signed certificate for this server.',
  'connect.http': 'Check that the address is the MCP endpoint of the server.',
  'connect.protocol': 'Check that the command or address really is an MCP server.',
  'connect.list_failed': 'The server connects but cannot list its tools; look into its log.',
  'auth.required': 'Sign in, or add the header or token the server asks for.',
  'auth.refused': 'The header or token was refused; replace it.',
  'call.arguments': 'Correct the argument that is named.',
  'call.denied': 'Allow the call in the dialog, or add a rule for it.',
  'call.unknown_tool': 'Look at the tools the server offers now.',
  'call.protocol': 'The server’s own error says what it did not like; one that cannot be read is for the maker of the server.',
  'call.timeout': 'Try again, or give this server or tool more time.',
  'call.disconnected': 'Restart the server and try again.',
  'call.outcome_unknown': 'Check on the server’s side whether the action took place before trying again.',
  'result.too_large': 'Ask for less at once, or raise the message limit in the settings.',
  'model.auth': 'Check the API key in the settings.',
  'model.rate_limited': 'Wait a little and try again.',
  'model.network': 'Check the base URL and your connection.',
  'model.truncated': 'Raise the limit of output tokens, or ask for less at a time.',
};

/** The error's own way out, else the table's. */
export const fixFor = (error: ErrorInfo): string | undefined => error.fix ?? FIXES[error.code];
