import type { StageRecord } from '../../preload/contract/pipeline.ts';

/** A stage as it is told outward: done, failed, or not reached. */
export const outward = ({ stage, state, ms, detail, fix }: StageRecord) => ({
  stage,
  state: state === 'ok' || state === 'failed' ? state : ('skipped' as const),
  ...(ms === undefined ? {} : { ms: Math.round(ms) }),
  detail,
  ...(fix ? { fix } : {}),
});

const MARKS = { ok: '✓', failed: '✗', skipped: '·', running: '…' } as const;

/** Prints the stages of servers for people, each as soon as it is over and each once; of what still runs, what it is at. */
export class StagePrinter {
  readonly #print: (line: string) => void;
  readonly #width: number;
  /** What was printed last of each stage, by server. */
  readonly #printed = new Map<string, Map<string, string>>();

  /** `names`: of all servers that may come, for the width of the first column. */
  constructor(print: (line: string) => void, names: readonly string[]) {
    this.#print = print;
    this.#width = Math.max(0, ...names.map((name) => name.length));
  }

  /** The stages as they stand now. */
  tell(server: string, stages: readonly StageRecord[]): void {
    for (const stage of stages) if (stage.state !== 'skipped' && stage.state !== 'waiting') this.#tell(server, stage);
  }

  /** Nothing more will happen: also what was not reached is told, in one line when it is for one reason. */
  finish(server: string, stages: readonly StageRecord[]): void {
    const missed = stages.filter(({ state }) => state === 'skipped');
    const [first] = missed;
    const last = missed.at(-1);
    const together = first && last && first !== last && missed.every(({ detail }) => detail === first.detail);
    for (const stage of stages) if (!together || stage.state !== 'skipped') this.#tell(server, stage);
    if (together) this.#print(`${server.padEnd(this.#width)}  ${MARKS.skipped} ${first.stage} to ${last.stage}: ${first.detail}`);
  }

  #tell(server: string, record: StageRecord): void {
    const printed = this.#printed.get(server) ?? new Map<string, string>();
    this.#printed.set(server, printed);
    const { stage, ms, detail, fix, ...shown } = outward(record);
    const state = record.state === 'running' ? 'running' : shown.state;
    const key = `${state} ${detail}`;
    if (printed.get(stage) === key) return;
    printed.set(stage, key);
    this.#print(`${server.padEnd(this.#width)}  ${MARKS[state]} ${stage.padEnd(8)}${detail}${ms === undefined ? '' : ` (${ms} ms)`}`);
    if (fix) this.#print(`${' '.repeat(this.#width)}             → ${fix}`);
  }
}
