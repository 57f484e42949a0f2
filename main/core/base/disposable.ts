export type Dispose = () => void | Promise<void>;

/** Collects what was built and undoes it in reverse order. Every step runs even if one fails; the first failure is thrown at the end. */
export class DisposableStack {
  #steps: Dispose[] = [];
  #done: Promise<void> | undefined;

  /** What is built after the end (a start that was interrupted) is undone at once. */
  add(step: Dispose): void {
    if (this.#done) void step();
    else this.#steps.push(step);
  }

  dispose(): Promise<void> {
    this.#done ??= this.#run();
    return this.#done;
  }

  async #run(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of this.#steps.reverse()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    this.#steps = [];
    if (failures.length > 0) throw failures[0];
  }
}
