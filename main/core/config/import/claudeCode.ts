import { nodeAt, parseJsonc, properties } from '../../settings/files/jsonc.ts';
import { readConfigFile } from '../readConfigFile.ts';
import type { ForeignFile } from './foreignApp.ts';

/** `~/.claude.json`: the user's servers at the top, and those of single projects below `projects`. */
export function readClaudeCode(text: string, file: string): ForeignFile {
  const root = parseJsonc(text).root;
  const projects = root && nodeAt(root, ['projects']);
  const folders = projects?.type === 'object' ? properties(projects).map(({ key }) => key) : [];
  const places = [
    { path: ['mcpServers'], label: file },
    ...folders.map((folder) => ({ path: ['projects', folder, 'mcpServers'], label: `${file} (project ${folder})` })),
  ];
  const read = places.map(({ path, label }) => {
    const found = readConfigFile(text, file, 'user', (node) =>
      nodeAt(node, path)?.type === 'object' ? [{ dialect: 'Claude Code', path, shape: 'map' }] : [],
    );
    // A project without servers is no finding.
    const notices = found.broken ? found.notices : found.notices.filter(({ entry }) => entry !== undefined);
    return { entries: found.entries.map(({ name, value }) => ({ name, value, file: label })), notices };
  });
  const broken = read[0]?.notices.filter(({ code }) => code === 'config.syntax') ?? [];
  return { entries: read.flatMap(({ entries }) => entries), notices: broken.length > 0 ? broken : read.flatMap(({ notices }) => notices) };
}
