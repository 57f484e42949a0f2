import type { StdioConfig } from '../config/serverConfig.ts';
import type { Clock, Timer } from '../ports.ts';
import { packageRunner, saysFetching } from './packageRunner.ts';

/** A package runner that has the package already is through in this time, in milliseconds. */
const USUAL_START = 2_500;

/** Notices that a package runner (npx, uvx, docker run …) is still fetching, so that the first start may take longer. */
export class InstallWatch {
  readonly #clock: Clock;
  readonly #tell: () => void;
  #open: boolean;
  #timer: Timer | undefined;

  /** `tell` is called at most once. */
  constructor(config: Pick<StdioConfig, 'command' | 'args'>, clock: Clock, tell: () => void) {
    this.#clock = clock;
    this.#tell = tell;
    this.#open = packageRunner(config.command, config.args) !== undefined;
  }

  begin(): void {
    if (this.#open) this.#timer = this.#clock.after(USUAL_START, () => this.#say());
  }

  stderrLine(text: string): void {
    if (this.#open && saysFetching(text)) this.#say();
  }

  /** The server speaks, or is gone. */
  over(): void {
    this.#open = false;
    this.#timer?.cancel();
  }

  #say(): void {
    if (!this.#open) return;
    this.over();
    this.#tell();
  }
}
