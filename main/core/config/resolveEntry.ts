import fs from 'node:fs';
import path from 'node:path';
import { checkScheme } from './addresses.ts';
import { secretsOfEntry } from './entrySecrets.ts';
import { EntryProblem, type EntryTemplate, type RemoteTemplate, type StdioTemplate } from './entryTemplate.ts';
import { readEnvFile } from './envFile.ts';
import { Expansion, missingVariables, type VariableScope } from './expandVariables.ts';
import type { EntryOrigin, OAuthConfig, ServerConfig } from './serverConfig.ts';

export interface ResolveContext {
  name: string;
  origin: EntryOrigin;
  hides: EntryOrigin[];
  scope: VariableScope;
  /** Folder that relative paths of the entry count from. */
  base: string;
  /** Working directory when the entry names none. */
  defaultCwd?: string;
  homeDir: string;
}

export interface Resolved {
  config: ServerConfig;
  /** Values that must never be shown; the caller registers them for redaction. */
  secrets: string[];
}

/**
 * Makes an entry ready to be used: variables expanded, paths absolute, address checked. Throws HostError `config.variable` naming every missing
 * variable, or an EntryProblem. A disabled entry is never started, so its variables may stay as they are.
 */
export async function resolveEntry(template: EntryTemplate, context: ResolveContext): Promise<Resolved> {
  const expansion = new Expansion(context.scope);
  const config =
    template.transport === 'stdio' ? await resolveStdio(template, expansion, context) : await resolveRemote(template, expansion, context);
  if (expansion.missing.length > 0) {
    if (!template.disabled) throw missingVariables(context.name, expansion.missing);
    return { config: asWritten(template, context), secrets: [] };
  }
  return { config, secrets: [...expansion.secretValues, ...secretsOfEntry(config)] };
}

/** Nobody starts it, so people may see what stands in the file. */
function asWritten(template: EntryTemplate, { name, origin, hides }: ResolveContext): ServerConfig {
  if (template.transport !== 'stdio') return { ...template, name, origin, hides };
  const { envFile: _, ...rest } = template;
  return { ...rest, name, origin, hides };
}

async function resolveStdio(
  template: StdioTemplate,
  expansion: Expansion,
  { name, origin, hides, base, defaultCwd, homeDir }: ResolveContext,
): Promise<ServerConfig> {
  const { envFile, ...rest } = template;
  const command = fromHome(await expansion.text(template.command, 'command'), homeDir);
  const args = await expansion.list(template.args, 'args');
  const written = template.cwd === undefined ? undefined : await expansion.text(template.cwd, 'cwd');
  const cwd = written?.trim() ? path.resolve(base, fromHome(written, homeDir)) : defaultCwd;
  const fileName = envFile === undefined ? undefined : await expansion.text(envFile, 'envFile');
  const env = await expansion.table(template.env, 'env');
  const usable = !template.disabled && expansion.missing.length === 0;
  if (usable && command.trim() === '')
    throw new EntryProblem('command', 'command is empty after its variables are replaced', 'Give the variable a value.');
  const fromFile = usable && fileName ? readEnvFile(path.resolve(base, fromHome(fileName, homeDir))) : {};
  const { cwd: _, ...withoutCwd } = rest;
  return { ...withoutCwd, name, origin, hides, command, args, env: { ...fromFile, ...env }, ...(cwd === undefined ? {} : { cwd }) };
}

async function resolveRemote(template: RemoteTemplate, expansion: Expansion, context: ResolveContext): Promise<ServerConfig> {
  const { name, origin, hides, base, homeDir } = context;
  const written = (await expansion.text(template.url, 'url')).trim();
  const headers = await expansion.table(template.headers, 'headers');
  const oauth = template.oauth && (await resolveOAuth(template.oauth, expansion));
  const config = { ...template, name, origin, hides, ...(oauth ? { oauth } : {}) };
  if (template.disabled || expansion.missing.length > 0) return { ...config, url: written, headers };
  for (const [header, value] of Object.entries(headers)) checkHeader(header, value);
  if (oauth?.privateKeyFile !== undefined) oauth.privateKey = readKey(path.resolve(base, fromHome(oauth.privateKeyFile, homeDir)));
  return { ...config, ...withCredentials(checkedAddress(written, template.transport), headers) };
}

async function resolveOAuth(oauth: OAuthConfig, expansion: Expansion): Promise<OAuthConfig> {
  const out = { ...oauth };
  for (const field of ['clientId', 'clientSecret', 'privateKey', 'privateKeyFile'] as const) {
    if (oauth[field] !== undefined) out[field] = await expansion.text(oauth[field], `oauth.${field}`);
  }
  return out;
}

function readKey(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    throw new EntryProblem(
      'oauth.privateKeyFile',
      `oauth.privateKeyFile ${file} cannot be read`,
      'Correct the path, or check who may read the file.',
    );
  }
}

function checkedAddress(url: string, transport: RemoteTemplate['transport']): URL {
  checkScheme(url, 'url');
  const parsed = URL.parse(url);
  if (!parsed) throw new EntryProblem('url', 'url is no valid address', 'Write an address such as "https://host/mcp".');
  const socket = transport === 'ws' || transport === 'ws-ide';
  // Either spelling says which server is meant; the transport decides the scheme.
  if (socket && /^https?:$/.test(parsed.protocol)) return new URL(url.replace(/^http/i, 'ws'));
  if (!socket && /^wss?:$/.test(parsed.protocol))
    throw new EntryProblem(
      'url',
      `url begins with ${parsed.protocol}//, but the type is ${transport}`,
      'Write "type": "ws", or an https:// address.',
    );
  return parsed;
}

/** Requests refuse an address with a name and password in it; they mean Basic credentials (RFC 7617). */
function withCredentials(url: URL, headers: Record<string, string>): { url: string; headers: Record<string, string> } {
  if (!url.username && !url.password) return { url: url.href, headers };
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  const credentials = `${decode(url.username)}:${decode(url.password)}`;
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return { url: bare.href, headers: hasOwn ? headers : { ...headers, Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } };
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

function checkHeader(name: string, value: string): void {
  const field = `headers.${name}`;
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
    throw new EntryProblem(field, 'a header has a name that HTTP does not allow', 'Use letters, digits and -.');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would end the header and begin another
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value))
    throw new EntryProblem(field, `${field} holds a line break or another control character`, 'Remove it; it is often the end of a pasted line.');
  if (/[\u0100-\uffff]/.test(value))
    throw new EntryProblem(field, `${field} holds a character that a header cannot carry`, 'Use Latin letters, or encode the value.');
}

const fromHome = (text: string, homeDir: string): string => (/^~(?=$|[\\/])/.test(text) ? path.join(homeDir, text.slice(1)) : text);
