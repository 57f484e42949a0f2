import type { Notice } from '../../../preload/contract/servers.ts';
import { Settings } from '../../../preload/contract/settings.ts';
import { HostError } from '../base/hostError.ts';
import { duplicateKeys, type Node, nodeAt, parseJsonc, plainValue, positionOf } from './files/jsonc.ts';
import { readTextFile } from './files/textFile.ts';
import { makeNotice as notice } from './notice.ts';

export interface ReadSettings {
  settings: Settings;
  notices: Notice[];
  /** The text of a file that is no JSON object, to be kept before anything is written. */
  broken?: string;
}

/** Reads settings.json. Every field is judged alone: a bad one falls back to its default and is named with its line. */
export function readSettings(file: string): ReadSettings {
  const defaults = (): Settings => Settings.parse({});
  const whole = (message: string, more: Partial<Notice> = {}): Notice[] => [
    notice({
      severity: 'error',
      code: 'config.syntax',
      message,
      fix: 'Mend the file; until then the defaults are used and the file is left as it is.',
      file,
      ...more,
    }),
  ];
  let text: string | undefined;
  try {
    text = readTextFile(file)?.text;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { settings: defaults(), notices: whole(error.message) };
  }
  if (text === undefined || text.trim() === '') return { settings: defaults(), notices: [] };
  const { root, problems } = parseJsonc(text);
  const problem = problems[0];
  if (problem) {
    const message = `${file}, line ${problem.line}, column ${problem.column}: ${problem.reason}.`;
    const { line, column, excerpt } = problem;
    return { settings: defaults(), notices: whole(message, { line, column, params: { excerpt } }), broken: text };
  }
  if (root?.type !== 'object') return { settings: defaults(), notices: whole(`${file} is not an object in braces.`), broken: text };
  return judge(file, text, root);
}

function judge(file: string, text: string, root: Node): ReadSettings {
  const value = plainValue(root) as Record<string, unknown>;
  const notices: Notice[] = duplicateKeys(root).map(({ path, key, last }) => {
    const field = [...path, key].join('.');
    return notice({
      severity: 'warning',
      code: 'config.duplicate',
      message: `${file}: ${field} is written twice; the last one counts.`,
      fix: 'Remove one of them.',
      file,
      field,
      ...positionOf(text, last.offset),
    });
  });
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(Settings.shape, key) || key === '$schema') continue;
    const place = positionOf(text, (nodeAt(root, [key]) ?? root).offset);
    const servers = key === 'mcpServers' || key === 'servers';
    const message = servers
      ? `${file}: ${key} is not read here; this file holds no servers.`
      : `${file}: there is no setting named ${JSON.stringify(key)}.`;
    const fix = servers ? 'Move the servers to mcp.json in the same folder.' : 'Correct or remove it; it is left as it is.';
    notices.push(notice({ severity: servers ? 'warning' : 'info', code: 'config.setting', message, fix, file, field: key, ...place }));
  }
  for (;;) {
    const parsed = Settings.safeParse(value);
    if (parsed.success) return { settings: parsed.data, notices };
    // From the last issue to the first, so that positions in a list stay right while its bad items go.
    for (const issue of parsed.error.issues.reverse()) {
      const path = issue.path.map(String);
      const field = path.join('.');
      const place = positionOf(text, (nodeAt(root, path) ?? root).offset);
      drop(value, path);
      notices.push(
        notice({
          severity: 'warning',
          code: 'config.setting',
          message: `${file}, line ${place.line}: the setting ${field} cannot be used: ${issue.message}. Its default is used.`,
          fix: 'Correct or remove the setting.',
          file,
          field,
          ...place,
        }),
      );
    }
  }
}

/** Takes one field or list item out. An issue at the root cannot happen: the root is an object. */
function drop(tree: Record<string, unknown>, path: string[]): void {
  const parent = path.slice(0, -1).reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], tree);
  const key = path.at(-1) ?? '';
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete (parent as Record<string, unknown>)[key];
}
