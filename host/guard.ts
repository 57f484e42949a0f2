import { EventEmitter } from 'node:events';

/** Keys that engines and tools look up on any object; asking for them is not using the API. */
const PROBED = new Set(['then', 'toJSON', 'inspect', 'constructor', 'default', '__esModule', 'nodeType', 'asymmetricMatch', 'domain', '$$typeof']);

const missing = (owner: string, key: string): Error => new Error(`${owner}.${key} is not available in the Chromium host`);

/** An object whose unknown members throw with their name, so that a use the host does not know is found at once. */
export function guardObject<T extends object>(owner: string, members: T): T {
  return new Proxy(members, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || PROBED.has(key)) return Reflect.get(target, key, receiver);
      throw missing(owner, key);
    },
  });
}

/**
 * An EventEmitter class for API objects. Its prototype chain ends in a trap: a member that neither the class nor EventEmitter has
 * throws with its name. The instances themselves are no proxies, so private fields work.
 */
export function guardedEmitter(owner: string): new () => EventEmitter {
  class Guarded extends EventEmitter {}
  Object.setPrototypeOf(
    Guarded.prototype,
    new Proxy(EventEmitter.prototype, {
      get(target, key, receiver) {
        if (typeof key === 'symbol' || key in target || PROBED.has(key) || key.startsWith('_')) return Reflect.get(target, key, receiver);
        throw missing(owner, key);
      },
    }),
  );
  return Guarded;
}
