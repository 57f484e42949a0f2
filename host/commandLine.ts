import fs from 'node:fs';
import path from 'node:path';

export interface CommandLine {
  /** Modules to load before the app (-r), as test drivers use them. */
  required: string[];
  switches: Map<string, string>;
  debugPort?: string;
  userData?: string;
  app?: string;
}

/** `[-r module]… [--chromium-switch]… APP [app arguments]`, as Electron's binary takes them. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const result: CommandLine = { required: [], switches: new Map() };
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    if (arg === '-r' || arg === '--require') {
      const file = args[++i];
      if (file) result.required.push(file);
      continue;
    }
    if (!arg.startsWith('-')) {
      result.app = arg;
      break;
    }
    const [, name = '', value = ''] = /^--([^=]+)(?:=(.*))?$/.exec(arg) ?? [];
    if (name.startsWith('inspect') || !name) continue;
    if (name === 'remote-debugging-port') result.debugPort = value || '0';
    else if (name === 'user-data-dir') result.userData = value;
    else result.switches.set(name, value);
  }
  return result;
}

export interface AppLocation {
  folder: string;
  main: string;
  packageJson: { name?: string; productName?: string; version?: string; main?: string };
}

/** The app's folder, package.json and main script, from a folder or a file. Throws with the path when there is none. */
export function locateApp(given: string): AppLocation {
  const target = path.resolve(given);
  if (!fs.existsSync(target)) throw new Error(`There is no app at ${target}`);
  if (fs.statSync(target).isDirectory()) {
    const packageJson = JSON.parse(fs.readFileSync(path.join(target, 'package.json'), 'utf8'));
    return { folder: target, main: path.resolve(target, packageJson.main ?? 'index.js'), packageJson };
  }
  for (let folder = path.dirname(target); ; folder = path.dirname(folder)) {
    const file = path.join(folder, 'package.json');
    if (fs.existsSync(file)) return { folder, main: target, packageJson: JSON.parse(fs.readFileSync(file, 'utf8')) };
    if (folder === path.dirname(folder)) return { folder: path.dirname(target), main: target, packageJson: {} };
  }
}
