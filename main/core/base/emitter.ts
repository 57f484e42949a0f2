/** One kind of event. A listener that throws does not keep the others from hearing. */
export class Emitter<T> {
  #listeners = new Set<(value: T) => void>();

  /** Returns the function that ends the subscription. */
  on(listener: (value: T) => void): () => void {
    const own = (value: T): void => listener(value);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  emit(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        // Surfaces as an uncaught exception in tests and logs without breaking the sender.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  clear(): void {
    this.#listeners.clear();
  }
}
