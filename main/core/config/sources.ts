import path from 'node:path';
import type { Level } from '../../../preload/contract/servers.ts';
import type { Paths } from '../ports.ts';

export interface Source {
  level: Level;
  file: string;
  /** Nothing of it is used before the user trusts its content (CFG-5). */
  needsTrust: boolean;
  /** Its absence is worth a notice, because somebody named it. */
  required: boolean;
  /** What `${workspaceFolder}` means and where project servers run. */
  folder?: string;
  /** Folder that relative paths count from. */
  base: string;
  /** Working directory when an entry names none. */
  defaultCwd?: string;
}

/**
 * The files of a run, weak to strong (CFG-1). Files named on the command line are the whole configuration and count as trusted; otherwise user,
 * then the project's `.mcp.json` and `mcp.json`, then the private file of this user for this project.
 */
export function configSources(
  paths: Paths,
  { explicitFiles, projectFolder }: { explicitFiles?: readonly string[]; projectFolder?: string },
): Source[] {
  if (explicitFiles && explicitFiles.length > 0) {
    return explicitFiles.map((name) => {
      const file = path.resolve(name);
      const base = ownerOf(file);
      return {
        level: 'file',
        file,
        needsTrust: false,
        required: true,
        folder: projectFolder ?? base,
        base,
        ...(projectFolder ? { defaultCwd: projectFolder } : {}),
      };
    });
  }
  const user: Source = {
    level: 'user',
    file: paths.userServersFile,
    needsTrust: false,
    required: false,
    base: path.dirname(paths.userServersFile),
    ...(projectFolder ? { folder: projectFolder } : {}),
  };
  if (!projectFolder) return [user];
  const place = { folder: projectFolder, base: projectFolder, defaultCwd: projectFolder, required: false };
  return [
    user,
    ...['.mcp.json', 'mcp.json'].map((name): Source => ({ level: 'project', file: path.join(projectFolder, name), needsTrust: true, ...place })),
    { level: 'local', file: paths.localServersFile(projectFolder), needsTrust: false, ...place },
  ];
}

/** Editors keep their file in a folder of their own inside the project. */
function ownerOf(file: string): string {
  const folder = path.dirname(file);
  return ['.vscode', '.cursor', '.zed', '.claude'].includes(path.basename(folder)) ? path.dirname(folder) : folder;
}
