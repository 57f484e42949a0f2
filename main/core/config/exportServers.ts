import { isSecretName, looksLikeToken } from '../logs/secretNames.ts';
import { HARMLESS_HEADER, secretsOfArgument, secretsOfProgram, secretsOfRemote } from './entrySecrets.ts';
import type { EntryTemplate } from './entryTemplate.ts';
import type { LoadedEntry } from './loadFiles.ts';
import { mergeConfigs } from './mergeConfigs.ts';
import { isReferenceOnly } from './secretRefs.ts';

/**
 * The effective servers in the common `mcpServers` form, without secrets (CFG-7, CFG-8): a secret becomes a variable that whoever imports it sets.
 * Variables stay as they were written; nothing is expanded.
 */
export function exportServers(entries: readonly LoadedEntry[], names?: readonly string[]): string {
  const byRaw = new Map(entries.map((entry) => [entry.raw, entry]));
  const servers = mergeConfigs([entries.map((entry) => entry.raw)]).flatMap(({ entry }): [string, unknown][] => {
    const template = byRaw.get(entry)?.template;
    return template && (!names || names.includes(entry.name)) ? [[entry.name, exported(entry.name, template)]] : [];
  });
  return `${JSON.stringify({ mcpServers: Object.fromEntries(servers) }, null, 2)}\n`;
}

function exported(server: string, template: EntryTemplate): Record<string, unknown> {
  const common = { ...(template.disabled ? { disabled: true } : {}), ...(template.timeoutMs === undefined ? {} : { timeoutMs: template.timeoutMs }) };
  const clean = (table: Record<string, string>, areHeaders = false): Record<string, string> =>
    Object.fromEntries(Object.entries(table).map(([name, value]) => [name, cleanValue(server, name, value, areHeaders)]));
  if (template.transport === 'stdio') {
    const { command, args, env, cwd } = template;
    return {
      command,
      args: cleanArgs(server, args),
      ...(Object.keys(env).length > 0 ? { env: clean(env) } : {}),
      ...(cwd === undefined ? {} : { cwd }),
      ...common,
    };
  }
  const { url, headers, fallbackToSse } = template;
  const type = template.transport === 'proxy' ? 'claudeai-proxy' : template.transport;
  return {
    ...(fallbackToSse ? {} : { type }),
    url: cleanAddress(server, url),
    ...(Object.keys(headers).length > 0 ? { headers: clean(headers, true) } : {}),
    ...common,
  };
}

const variable = (server: string, name: string): string =>
  `\${${`${/^[A-Z0-9_]+$/.test(name) ? '' : `${server}_`}${name}`
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^(\d)/, '_$1')}}`;

function cleanValue(server: string, name: string, value: string, isHeader: boolean): string {
  const [, scheme = '', rest = value] = /^((?:Bearer|Basic|Token)\s+)(.+)$/is.exec(value) ?? [];
  if (isReferenceOnly(value) && !value.includes('${secret:') && !value.includes('${input:')) return value;
  // A header says who asks, whatever it is called.
  const secret =
    scheme !== '' ||
    isSecretName(name) ||
    looksLikeToken(rest) ||
    /\$\{(secret|input):/.test(rest) ||
    (isHeader && value.length >= 6 && !HARMLESS_HEADER.test(name));
  return secret ? `${scheme}${variable(server, name)}` : withoutSecrets(server, name, value, secretsOfProgram({ env: { [name]: value }, args: [] }));
}

const cleanArgs = (server: string, args: readonly string[]): string[] =>
  args.map((arg, i) => {
    if (/^https?:\/\//i.test(arg)) return cleanAddress(server, arg);
    const before = args[i - 1] ?? '';
    const [, own = ''] = /^-{0,2}([\w.-]+?)(?:=|:(?!\/\/))/.exec(arg) ?? [];
    const flag = before.startsWith('-') && !before.includes('=') ? before.replace(/^-+/, '') : '';
    return withoutSecrets(server, own || flag || `arg_${i}`, arg, secretsOfArgument(arg, before));
  });

const cleanAddress = (server: string, url: string): string =>
  withoutSecrets(server, 'url', url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1'), secretsOfRemote({ url, headers: {} }));

/** Each secret becomes a variable; a parameter of an address and the first one give it their name. */
function withoutSecrets(server: string, name: string, text: string, secrets: readonly string[]): string {
  const found = [...new Set(secrets)].sort((a, b) => b.length - a.length);
  return found.reduce((current, secret) => {
    const writings = [secret, encodeURIComponent(secret)].filter((writing) => current.includes(writing));
    return writings.reduce(
      (line, writing) => line.replace(parameterOf(writing), (_, key = '') => `${key}${variable(server, key.slice(1, -1) || name)}`),
      current,
    );
  }, text);
}

const parameterOf = (value: string): RegExp => new RegExp(`([?&][\\w.-]+=)?${value.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}`, 'g');
