/** A run of text that both sides have, or only one. */
export interface DiffRun {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Words, single ideographs, space and signs: the pieces people compare by. */
const PIECES = /\p{Script=Han}|[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu;
/** Larger middles are shown as one removal and one addition: finding the best match would cost more than it tells. */
const MAX_CELLS = 250_000;

/** What changed between two texts, piece by piece. What they begin and end with is always the same run. */
export function diffText(before: string, after: string): DiffRun[] {
  const [a, b] = [before.match(PIECES) ?? [], after.match(PIECES) ?? []];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const middle = diffPieces(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  return join([{ kind: 'same', text: a.slice(0, head).join('') }, ...middle, { kind: 'same', text: a.slice(a.length - tail).join('') }]);
}

function diffPieces(a: readonly string[], b: readonly string[]): DiffRun[] {
  if (a.length * b.length > MAX_CELLS || a.length === 0 || b.length === 0) {
    return [
      { kind: 'removed', text: a.join('') },
      { kind: 'added', text: b.join('') },
    ];
  }
  // Lengths of the longest common subsequence of the ends, row by row.
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const runs: DiffRun[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      runs.push({ kind: 'same', text: a[i] ?? '' });
      i += 1;
      j += 1;
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) {
      runs.push({ kind: 'removed', text: a[i] ?? '' });
      i += 1;
    } else {
      runs.push({ kind: 'added', text: b[j] ?? '' });
      j += 1;
    }
  }
  return runs;
}

/** Neighbours of one kind as one run; a removal and an addition in turns become one of each. */
function join(runs: readonly DiffRun[]): DiffRun[] {
  const out: DiffRun[] = [];
  let [gone, come] = ['', ''];
  const flush = (): void => {
    if (gone) out.push({ kind: 'removed', text: gone });
    if (come) out.push({ kind: 'added', text: come });
    [gone, come] = ['', ''];
  };
  for (const [index, run] of runs.entries()) {
    if (run.text === '') continue;
    if (run.kind === 'removed') gone += run.text;
    else if (run.kind === 'added') come += run.text;
    else if (run.text.trim() === '' && (gone || come) && runs[index + 1] && runs[index + 1]?.kind !== 'same') {
      // A lone space between two changes belongs to them.
      gone += run.text;
      come += run.text;
    } else {
      flush();
      const last = out.at(-1);
      if (last?.kind === 'same') last.text += run.text;
      else out.push({ ...run });
    }
  }
  flush();
  return out;
}
