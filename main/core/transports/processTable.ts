import fs from 'node:fs';

/** A process as the system lists it. */
export interface ProcessEntry {
  pid: number;
  parent: number;
  group: number;
  /** It has ended and only waits for its parent to notice. */
  zombie: boolean;
}

/** How long one look is good for all who ask, in milliseconds: fifty servers that stop together share it. */
const GOOD_FOR = 20;
let last: { at: number; entries: ProcessEntry[] } | undefined;

/** All processes (Linux: /proc); undefined where the system gives no cheap list. */
export function listProcesses(): ProcessEntry[] | undefined {
  if (process.platform !== 'linux') return undefined;
  const now = performance.now();
  if (last && now - last.at < GOOD_FOR) return last.entries;
  const entries: ProcessEntry[] = [];
  try {
    for (const name of fs.readdirSync('/proc')) {
      const first = name.charCodeAt(0);
      if (first < 0x31 || first > 0x39) continue;
      const entry = readEntry(Number(name));
      if (entry) entries.push(entry);
    }
  } catch {
    return undefined;
  }
  last = { at: now, entries };
  return entries;
}

function readEntry(pid: number): ProcessEntry | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold anything; the fields behind it count from its last parenthesis.
    const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 3);
    return { pid, parent: Number(parent), group: Number(group), zombie: state === 'Z' || state === 'X' };
  } catch {
    return undefined;
  }
}
