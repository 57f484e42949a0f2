import type { ErrorCode } from '../../errors.ts';

/** `config.syntax` → { config: { syntax: … } }: the dots of a code are the levels of the table. */
type Group<C extends string> = C extends `${infer G}.${string}` ? G : never;
type Name<C extends string, G extends string> = C extends `${G}.${infer N}` ? N : never;
export type ErrorTable<Text> = {
  readonly [G in Group<ErrorCode>]: { readonly [N in Name<ErrorCode, G>]: { readonly title: Text; readonly fix: Text } };
};

export const errors = {
  config: {
    syntax: { title: 'The configuration file is not readable', fix: 'Mend the named line; comments and trailing commas are fine.' },
    entry: { title: 'This entry is not complete', fix: 'Edit the entry and mend the named field.' },
    variable: { title: 'A variable is missing', fix: 'Set the variable, or give it a default value in the entry.' },
    untrusted: { title: 'The project folder is not trusted', fix: 'Review the folder and trust it, or leave it closed.' },
    conflict: { title: 'The file was changed meanwhile', fix: 'Look at the newer content and save again.' },
  },
  spawn: {
    not_found: { title: 'The program was not found', fix: 'Install it, or give its full path as the command.' },
    permission: { title: 'The program may not be run', fix: 'Make the file executable, or choose another command.' },
    failed: { title: 'The program could not be started', fix: 'Run the command in a terminal to see what it says.' },
  },
  connect: {
    timeout: { title: 'The server did not answer in time', fix: 'Look at its log; allow more time if it is slow to start.' },
    exited: { title: 'The server ended by itself', fix: 'The last lines of its log say why.' },
    version: { title: 'The server speaks another protocol version', fix: 'Update the server, or choose the protocol era by hand.' },
    network: { title: 'The server cannot be reached', fix: 'Check the address and the network connection.' },
    tls: { title: 'The certificate is not accepted', fix: 'Check the certificate; allow a self-signed one only for a server you run.' },
    http: { title: 'The server refused the connection', fix: 'Check the address; the path is often /mcp or /sse.' },
    protocol: { title: 'The answer was not MCP', fix: 'Check that the address or command is an MCP server.' },
    list_failed: { title: 'The tool list could not be read', fix: 'Look at the server’s log, then restart it.' },
  },
  auth: {
    required: { title: 'The server wants you to sign in', fix: 'Sign in, or set a token in its headers.' },
    refused: { title: 'The credentials were refused', fix: 'Replace the token or key.' },
  },
  call: {
    arguments: { title: 'The arguments do not fit the tool', fix: 'The named argument has to be mended.' },
    denied: { title: 'The call was denied', fix: 'Allow it when asked, or change the rule that denied it.' },
    unknown_tool: { title: 'There is no such tool', fix: 'Check whether its server is connected.' },
    timeout: { title: 'The tool took too long', fix: 'Raise the call timeout of this server if the work is really that long.' },
    cancelled: { title: 'The call was cancelled', fix: 'Ask again if you still need the result.' },
    disconnected: { title: 'The connection was lost', fix: 'It reconnects on the next call; try again.' },
    outcome_unknown: { title: 'It is not known whether the call took effect', fix: 'Check the result at its place before you repeat it.' },
    protocol: { title: 'The server answered with a protocol error', fix: 'The message is the server’s own; its log may say more.' },
    failed: { title: 'The call failed', fix: 'Look at the server’s log and try again.' },
  },
  result: {
    too_large: { title: 'The result is too large', fix: 'Ask for a smaller part.' },
    invalid: { title: 'The result is malformed', fix: 'The server has to be mended; its raw answer is kept.' },
  },
  model: {
    auth: { title: 'The model provider refused the key', fix: 'Enter the API key again in the settings.' },
    rate_limited: { title: 'The model provider is busy', fix: 'Wait a little and try again.' },
    network: { title: 'The model provider cannot be reached', fix: 'Check the network and the base URL.' },
    refused: { title: 'The model declined to answer', fix: 'Put the question differently.' },
    truncated: { title: 'The answer was cut off', fix: 'Ask it to go on, or allow longer answers in the settings.' },
    empty: { title: 'The model gave an empty answer', fix: 'Try again.' },
    failed: { title: 'The model provider reported an error', fix: 'Try again; check the model name in the settings.' },
  },
  host: {
    bad_input: { title: 'That input cannot be used', fix: 'Check the values and try again.' },
    forbidden: { title: 'That is not allowed', fix: 'Quayside refuses this for safety.' },
    not_found: { title: 'That no longer exists', fix: 'It may have been removed meanwhile.' },
    unavailable: { title: 'That is not available right now', fix: 'Try again in a moment.' },
    internal: { title: 'Something went wrong inside Quayside', fix: 'Try again; restart the app if it keeps happening.' },
  },
} as const satisfies ErrorTable<string>;
