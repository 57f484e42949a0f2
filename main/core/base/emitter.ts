/** One kind of event. A listener that throws does not keep the others from hearing. */
export class Emitter<T> {
  #listeners = new Set<(value: T) => unknown>();

  /** Returns the function that ends the subscription. */
  on(listener: (value: T) => void): () => void {
    const own = (value: T): unknown => listener(value);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  emit(value: T): void {
    this.#tell(value);
  }

  /** As `emit`, for listeners that may take their time: settles with the last of them. Undefined when all are done already. */
  emitAndWait(value: T): Promise<void> | undefined {
    const slow = this.#tell(value).filter((done) => done instanceof Promise);
    return slow.length === 0 ? undefined : Promise.all(slow).then(() => undefined);
  }

  clear(): void {
    this.#listeners.clear();
  }

  #tell(value: T): unknown[] {
    return [...this.#listeners].map((listener) => {
      try {
        return listener(value);
      } catch (error) {
        // Surfaces as an uncaught exception in tests and logs without breaking the sender.
        queueMicrotask(() => {
          throw error;
        });
        return undefined;
      }
    });
  }
}
