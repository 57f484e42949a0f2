import path from 'node:path';
import { readCherryStudio } from './cherryStudio.ts';
import { readClaudeCode } from './claudeCode.ts';
import type { ForeignApp, Machine } from './foreignApp.ts';
import { readGoose } from './goose.ts';

/** The folder for app data: Electron's `appData` of other apps. */
function appData({ env, platform, homeDir }: Machine): string {
  if (platform === 'win32') return env.APPDATA ?? path.join(homeDir, 'AppData', 'Roaming');
  return platform === 'darwin' ? path.join(homeDir, 'Library', 'Application Support') : configHome({ env, platform, homeDir });
}

const configHome = ({ env, homeDir }: Machine): string =>
  env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : path.join(homeDir, '.config');

/** Documented places (CFG-7). Files that do not exist are passed over without a word. */
export const FOREIGN_APPS: readonly ForeignApp[] = [
  { name: 'Claude Desktop', files: (machine) => [path.join(appData(machine), 'Claude', 'claude_desktop_config.json')] },
  {
    name: 'Claude Code',
    files: ({ env, homeDir }) => [env.CLAUDE_CONFIG_DIR ? path.join(env.CLAUDE_CONFIG_DIR, '.claude.json') : path.join(homeDir, '.claude.json')],
    read: readClaudeCode,
  },
  { name: 'Cursor', files: ({ homeDir }) => [path.join(homeDir, '.cursor', 'mcp.json')] },
  {
    name: 'VS Code',
    files: (machine) =>
      ['Code', 'Code - Insiders', 'VSCodium'].flatMap((app) =>
        ['mcp.json', 'settings.json'].map((file) => path.join(appData(machine), app, 'User', file)),
      ),
  },
  {
    name: 'Windsurf',
    files: ({ homeDir }) => [path.join(homeDir, '.codeium', 'windsurf', 'mcp_config.json'), path.join(homeDir, '.codeium', 'mcp_config.json')],
  },
  {
    name: 'Cherry Studio',
    files: (machine) => [path.join(appData(machine), 'CherryStudio', 'Data', 'cherrystudio.sqlite')],
    readBinary: readCherryStudio,
  },
  {
    name: 'Zed',
    files: (machine) => [
      path.join(
        machine.platform === 'win32' ? appData(machine) : configHome({ ...machine, env: machine.platform === 'darwin' ? {} : machine.env }),
        machine.platform === 'win32' ? 'Zed' : 'zed',
        'settings.json',
      ),
    ],
  },
  {
    name: 'Goose',
    files: (machine) => [
      machine.platform === 'win32'
        ? path.join(appData(machine), 'Block', 'goose', 'config', 'config.yaml')
        : path.join(configHome(machine), 'goose', 'config.yaml'),
    ],
    read: readGoose,
  },
];
