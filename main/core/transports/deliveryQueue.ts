import type { JSONRPCMessage } from '@modelcontextprotocol/client';

/**
 * Hands messages to the SDK in order. The SDK handles answers at once but notifications a microtask later, so a progress
 * notification that arrives in one chunk with its answer would find its listener gone: an answer behind notifications of the
 * same turn waits for the next turn, and whatever comes after it waits behind it.
 */
export class DeliveryQueue {
  readonly #deliver: (message: JSONRPCMessage) => void;
  #queue: JSONRPCMessage[] = [];
  #notifiedThisTurn = false;
  #turn: NodeJS.Immediate | undefined;

  constructor(deliver: (message: JSONRPCMessage) => void) {
    this.#deliver = deliver;
  }

  push(message: JSONRPCMessage): void {
    const isAnswer = !('method' in message);
    if (this.#queue.length > 0 || (isAnswer && this.#notifiedThisTurn)) {
      this.#queue.push(message);
      return;
    }
    if (!isAnswer) {
      this.#notifiedThisTurn = true;
      this.#turn ??= setImmediate(() => this.#nextTurn());
    }
    this.#deliver(message);
  }

  /** Delivers what is left without waiting; for the end of a connection. */
  flush(): void {
    clearImmediate(this.#turn);
    this.#nextTurn();
    while (this.#queue.length > 0) this.#nextTurn();
    clearImmediate(this.#turn);
  }

  #nextTurn(): void {
    this.#turn = undefined;
    this.#notifiedThisTurn = false;
    const queue = this.#queue;
    this.#queue = [];
    for (const message of queue) this.push(message);
  }
}
