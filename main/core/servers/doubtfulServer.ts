import { HostError } from '../base/hostError.ts';
import type { Lease, Reachable } from './callSafely.ts';
import { RpcError } from './sessionErrors.ts';

/** How long a doubted connection has to answer a ping, in milliseconds. */
const PING_PATIENCE_MS = 5_000;

/** A server whose connection may have died unnoticed, over sleep or a change of network: it is pinged before its next use (CON-10). */
export class DoubtfulServer implements Reachable {
  readonly #server: Reachable;
  #check: Promise<void> | undefined;
  #doubted = false;

  constructor(server: Reachable) {
    this.#server = server;
  }

  doubt(): void {
    this.#doubted = true;
  }

  async lease(signal: AbortSignal, timeoutMs: number): Promise<Lease> {
    const lease = await this.#server.lease(signal, timeoutMs);
    if (!this.#doubted && !this.#check) return lease;
    this.#doubted = false;
    // All who come meanwhile wait for the one check.
    this.#check ??= this.#ping(lease).finally(() => {
      this.#check = undefined;
    });
    await this.#check;
    return this.#server.lease(signal, timeoutMs);
  }

  renew(epoch: number, error: HostError): void {
    this.#server.renew(epoch, error);
  }

  needsAuth(epoch: number, error: HostError): void {
    this.#server.needsAuth(epoch, error);
  }

  pause(ms: number): Promise<void> {
    return this.#server.pause(ms);
  }

  async #ping({ session, epoch }: Lease): Promise<void> {
    try {
      await session.ping({ signal: new AbortController().signal, timeoutMs: PING_PATIENCE_MS });
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      // Any answer in the protocol is a sign of life; silence, losses and the pages of a proxy are not.
      if (!(error instanceof RpcError)) this.#server.renew(epoch, error);
    }
  }
}
