// Tells whether out/ was built from the sources as they are now, by the newest change among them.
import fs from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');
const stampFile = path.join(root, 'out/.stamp');
const sources = ['main', 'preload', 'renderer', 'examples', 'scripts/build.mjs', 'package.json'];

function newest(file) {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat) return '';
  if (!stat.isDirectory()) return `${stat.mtimeMs}:${stat.size}`;
  const files = fs.readdirSync(file, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const times = files.map((entry) => fs.statSync(path.join(entry.parentPath, entry.name)).mtimeMs);
  return `${Math.max(0, ...times)}:${files.length}`;
}

const fingerprint = () => sources.map((name) => newest(path.join(root, name))).join('|');

export const buildStamp = {
  isFresh: () => fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === fingerprint(),
  write() {
    fs.mkdirSync(path.dirname(stampFile), { recursive: true });
    fs.writeFileSync(stampFile, fingerprint());
  },
};
