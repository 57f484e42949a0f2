import { isSecretName, isSecretParameter, looksLikeToken } from '../logs/secretNames.ts';
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
  const clean = (table: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(table).map(([name, value]) => [name, cleanValue(server, name, value)]));
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
    ...(Object.keys(headers).length > 0 ? { headers: clean(headers) } : {}),
    ...common,
  };
}

const variable = (server: string, name: string): string =>
  `\${${`${/^[A-Z0-9_]+$/.test(name) ? '' : `${server}_`}${name}`
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^(\d)/, '_$1')}}`;

function cleanValue(server: string, name: string, value: string): string {
  const [, scheme = '', rest = value] = /^((?:Bearer|Basic|Token)\s+)(.+)$/is.exec(value) ?? [];
  if (isReferenceOnly(value) && !value.includes('${secret:') && !value.includes('${input:')) return value;
  const secret = scheme !== '' || isSecretName(name) || looksLikeToken(rest) || /\$\{(secret|input):/.test(rest);
  return secret ? `${scheme}${variable(server, name)}` : value;
}

function cleanArgs(server: string, args: readonly string[]): string[] {
  return args.map((arg, i) => {
    const before = args[i - 1] ?? '';
    if (before.startsWith('-') && !before.includes('=') && isSecretName(before) && !isReferenceOnly(arg))
      return variable(server, before.replace(/^-+/, ''));
    const [, flag = '', value = ''] = /^(--?[\w-]+)=(.*)$/s.exec(arg) ?? [];
    if (flag && isSecretName(flag) && !isReferenceOnly(value)) return `${flag}=${variable(server, flag.replace(/^-+/, ''))}`;
    return looksLikeToken(arg) ? variable(server, `arg_${i}`) : /^[a-z][a-z0-9+.-]*:\/\//i.test(arg) ? cleanAddress(server, arg) : arg;
  });
}

const cleanAddress = (server: string, url: string): string =>
  url
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1')
    .replace(/([?&])([^=&#]+)=([^&#]*)/g, (all, before: string, name: string, value: string) =>
      isSecretParameter(name) && !isReferenceOnly(value) ? `${before}${name}=${variable(server, name)}` : all,
    );
