import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import type { LogLine } from '../../../preload/contract/servers.ts';
import { Emitter } from '../base/emitter.ts';
import type { ServerConfig } from '../config/serverConfig.ts';
import type { Clock, Timer } from '../ports.ts';
import { maskError, secretMask } from './secretMask.ts';
import type { ServerRecord } from './serverHost.ts';
import { ServerLog } from './serverLog.ts';

/** What is known and shown of one server: its record and its log, both without the secrets of its entry. */
export class ServerBook {
  readonly changed = new Emitter<void>();
  readonly #clock: Clock;
  readonly #log: ServerLog;
  #mask: (text: string) => string;
  #record: ServerRecord;
  #noiseTimer: Timer | undefined;

  constructor(config: ServerConfig, clock: Clock) {
    this.#clock = clock;
    this.#mask = secretMask(config);
    this.#log = new ServerLog((text) => this.#mask(text));
    const counts = { tools: 0, quarantined: 0, resources: 0, prompts: 0 };
    this.#record = { name: config.name, config, state: { kind: 'disabled' }, transport: config.transport, counts, marks: {} };
  }

  get record(): ServerRecord {
    return this.#record;
  }

  get logs(): readonly LogLine[] {
    return this.#log.lines;
  }

  update(patch: Partial<ServerRecord>): void {
    const { noise } = this.#log;
    this.#record = { ...this.#record, ...patch, ...(noise && { noise }) };
    this.changed.emit();
  }

  /** The entry as it is written now; its secrets may be new ones. */
  adopt(config: ServerConfig): void {
    this.#mask = secretMask(config);
    this.update({ config });
  }

  mark(marks: Partial<ServerRecord['marks']>): void {
    this.update({ marks: { ...this.#record.marks, ...marks } });
  }

  count(counts: Partial<ServerRecord['counts']>): void {
    this.update({ counts: { ...this.#record.counts, ...counts } });
  }

  log(line: LogLine): void {
    this.#log.add(line);
  }

  /** A line of the host's own in the server's log. */
  remark(text: string): void {
    this.#log.add({ at: this.#clock.now(), source: 'host', text });
  }

  noise(text: string): void {
    this.#log.addNoise(text, this.#clock.now());
    // A flood of noise must not become a flood of changes.
    this.#noiseTimer ??= this.#clock.after(NOISE_PAUSE_MS, () => {
      this.#noiseTimer = undefined;
      this.update({});
    });
  }

  masked(error: ErrorInfo): ErrorInfo {
    return maskError(error, this.#mask);
  }

  /** The last thing the process said, for errors that need a hint. */
  get lastWords(): string | undefined {
    const said = (source: LogLine['source']) => this.#log.lines.findLast((line) => line.source === source && line.text.trim() !== '')?.text.trim();
    return said('stderr') ?? said('stdout');
  }

  close(): void {
    this.#noiseTimer?.cancel();
  }
}

/** Changes caused by noise alone are told at most this often, in milliseconds. */
const NOISE_PAUSE_MS = 100;
