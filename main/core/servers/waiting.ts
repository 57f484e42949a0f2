/** Tells when the last of some requests is over. */
export class Waiting {
  #watches = new Set<{ ids: Set<number>; over: AbortController }>();

  /** `signal` is aborted when every request of `ids` is over; never, when there are none. */
  watch(ids: Iterable<number>): { signal: AbortSignal; end: () => void } {
    const watch = { ids: new Set(ids), over: new AbortController() };
    if (watch.ids.size > 0) this.#watches.add(watch);
    return { signal: watch.over.signal, end: () => this.#watches.delete(watch) };
  }

  over(id: number): void {
    for (const watch of this.#watches) {
      if (!watch.ids.delete(id) || watch.ids.size > 0) continue;
      this.#watches.delete(watch);
      watch.over.abort();
    }
  }
}
