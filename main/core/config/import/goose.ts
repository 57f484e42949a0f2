import { makeNotice } from '../../settings/notice.ts';
import { isTree, type Tree } from '../entryTemplate.ts';
import type { ForeignEntry, ForeignFile } from './foreignApp.ts';
import { parseYaml, YamlProblem } from './yamlSubset.ts';

/** Goose's config.yaml: `extensions` with `cmd`, `args`, `envs`, `env_keys` or `uri`; timeouts in seconds; built-in extensions are not servers. */
export function readGoose(text: string, file: string): ForeignFile {
  let root: unknown;
  try {
    root = parseYaml(text);
  } catch (error) {
    if (!(error instanceof YamlProblem)) throw error;
    const message = `${file}, line ${error.line}: ${error.message}.`;
    return {
      entries: [],
      notices: [
        makeNotice({
          severity: 'error',
          code: 'config.syntax',
          message,
          fix: 'Add the server by hand, or paste its entry as JSON.',
          file,
          line: error.line,
        }),
      ],
    };
  }
  const extensions = isTree(root) && isTree(root.extensions) ? root.extensions : {};
  const entries = Object.entries(extensions).flatMap(([key, value]): ForeignEntry[] => {
    if (!isTree(value) || ['builtin', 'frontend', 'platform', 'inline_python'].includes(String(value.type))) return [];
    return [{ name: typeof value.name === 'string' && value.name ? value.name : key, value: entryOf(value), file }];
  });
  return { entries, notices: [] };
}

function entryOf(value: Tree): Tree {
  const { type, cmd, args, envs, env_keys: keys, uri, headers, timeout, enabled } = value;
  const seconds = Number(timeout);
  const common = { ...(enabled === false ? { disabled: true } : {}), ...(seconds > 0 ? { timeout: seconds * 1000 } : {}) };
  if (typeof uri === 'string')
    return { type: type === 'sse' ? 'sse' : 'http', url: uri, ...(isTree(headers) && Object.keys(headers).length > 0 ? { headers } : {}), ...common };
  // Goose keeps the values of `env_keys` in its key store; here they are asked for as variables of the same name.
  const asked = Array.isArray(keys)
    ? Object.fromEntries(keys.filter((key): key is string => typeof key === 'string').map((key) => [key, `\${${key}}`]))
    : {};
  const env = { ...asked, ...(isTree(envs) ? envs : {}) };
  return { command: cmd ?? null, args: args ?? [], ...(Object.keys(env).length > 0 ? { env } : {}), ...common };
}
