/** Where a command writes. stdout carries the answer only; everything else goes to stderr. */
export interface Output {
  /** One JSON document, or one line of a stream. */
  json(value: unknown): void;
  /** Text for people. */
  text(line: string): void;
  /** Remarks for people that are not part of the answer. */
  note(line: string): void;
  /** Resolves when everything has been taken by whoever reads. */
  flush(): Promise<void>;
  readonly isTerminal: boolean;
}

/** A reader that went away (`| head`) ends the writing quietly. */
export function createOutput(stdout: NodeJS.WriteStream = process.stdout, stderr: NodeJS.WriteStream = process.stderr): Output {
  let open = true;
  stdout.on('error', () => {
    open = false;
  });
  const write = (line: string): void => {
    if (open) stdout.write(`${line}\n`);
  };
  return {
    json: (value) => write(JSON.stringify(value)),
    text: write,
    note: (line) => void stderr.write(`${line}\n`),
    flush: () => new Promise((resolve) => (open ? stdout.write('', () => resolve()) : resolve())),
    isTerminal: Boolean(process.stdin.isTTY && stdout.isTTY),
  };
}

/** Columns of text, each as wide as its widest cell; the last one is not padded. Wide characters count double. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, i) => Math.max(...rows.map((row) => widthOf(row[i] ?? ''))));
  return rows.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : cell + ' '.repeat((widths[i] ?? 0) - widthOf(cell))))
      .join('  ')
      .trimEnd(),
  );
}

const widthOf = (text: string): number =>
  [...text].reduce(
    (sum, char) => sum + (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u.test(char) ? 2 : 1),
    0,
  );
