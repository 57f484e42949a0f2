/** What one side offers the other over the link. */
export interface WorldLink {
  attach(node: EventTarget): void;
  /** Function 0: what the other side may call first. */
  offer(fn: (...args: unknown[]) => unknown): void;
  callFirst(...args: unknown[]): unknown;
  freezeDeep<T>(value: T): T;
}

type Wire = Record<string, unknown>;
type Fn = (...args: unknown[]) => unknown;

/**
 * A synchronous call between the page's world and the preload's world over a detached DOM node that only the two hold
 * (the part of Electron's contextBridge). Its source is injected into both, so it closes over nothing but its arguments.
 * Everything it needs of the page's world is captured before the page can patch it: values are copied, functions and promises
 * travel as tokens marked with `tag`, a random key that a page cannot guess, and no object of one world is ever handed to the other.
 */
export function linkWorlds(G: typeof globalThis, tag: string, here: string, there: string): WorldLink {
  const { apply, ownKeys } = G.Reflect;
  const { dispatchEvent, addEventListener } = G.EventTarget.prototype;
  const Custom = G.CustomEvent;
  const detailOf = G.Object.getOwnPropertyDescriptor(Custom.prototype, 'detail')?.get as () => unknown;
  const { isArray } = G.Array;
  const { keys, freeze, defineProperty, create, getOwnPropertyDescriptor } = G.Object;
  const toText = G.String;
  const kindOf = G.Object.prototype.toString;
  const Promised = G.Promise;
  const { then } = Promised.prototype;
  const Failure = G.Error;
  const Table = G.Map;
  const { get, set, delete: remove } = Table.prototype;
  const Weak = G.WeakMap;
  const { get: weakGet, set: weakSet } = Weak.prototype;
  const { register } = G.FinalizationRegistry.prototype;

  /** Functions of this world that the other may call, and promises of the other world that wait here. */
  const offered = new Table<number, Fn>();
  const waiting = new Table<number, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>();
  /** Stand-ins for the other world's functions, to send the original back when one returns. */
  const standIns = new Weak<object, number>();
  let node: EventTarget | undefined;
  let nextId = 0;
  let answer: Wire | undefined;

  const post = (message: Wire): void => void apply(dispatchEvent, node, [new Custom(there, { detail: message })]);
  const released = new G.FinalizationRegistry<number>((id) => post({ k: 'free', id }));

  function token(kind: string, id: number): Wire {
    const made = create(null) as Wire;
    made[tag] = kind;
    made.id = id;
    return made;
  }
  function errorOut(error: Error): Wire {
    const made = token('e', 0);
    made.n = toText(error?.name);
    made.m = toText(error?.message);
    return made;
  }
  function functionOut(fn: Fn): Wire {
    const back = apply(weakGet, standIns, [fn]) as number | undefined;
    if (back !== undefined) return token('b', back);
    const id = ++nextId;
    apply(set, offered, [id, fn]);
    return token('f', id);
  }
  function promiseOut(promise: Promise<unknown>): Wire {
    const id = ++nextId;
    apply(then, promise, [(value: unknown) => settle(id, true, value), (error: unknown) => settle(id, false, error)]);
    return token('p', id);
  }
  function settle(id: number, ok: boolean, value: unknown): void {
    post({ k: 'settle', id, ok, v: !ok && value instanceof Failure ? errorOut(value) : send(value) });
  }

  /** A copy that holds nothing of this world. Class instances lose their prototype, as over the real bridge. */
  function out(value: unknown, seen: Map<unknown, unknown>): unknown {
    if (typeof value === 'function') return functionOut(value as Fn);
    if (typeof value === 'symbol') return undefined;
    if (value === null || typeof value !== 'object') return value;
    if (value instanceof Promised) return promiseOut(value);
    if (value instanceof Failure) return errorOut(value);
    const list = isArray(value);
    // Dates, maps, bytes and the like are cloned by the event itself.
    if (!list && apply(kindOf, value, []) !== '[object Object]') return value;
    const known = apply(get, seen, [value]);
    if (known !== undefined) return known;
    const copy: Wire | unknown[] = list ? [] : {};
    apply(set, seen, [value, copy]);
    const names = keys(value);
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string;
      defineProperty(copy, name, { value: out((value as Wire)[name], seen), enumerable: true, configurable: true, writable: true });
    }
    return copy;
  }

  function standIn(id: number): Fn {
    // A method of a literal: no prototype, no name, nothing to construct.
    const proxy = {
      f(...args: unknown[]): unknown {
        return call(id, args);
      },
    }.f;
    defineProperty(proxy, 'name', { value: '' });
    apply(weakSet, standIns, [proxy, id]);
    apply(register, released, [proxy, id]);
    return proxy;
  }

  function into(value: unknown, seen: Map<unknown, unknown>): unknown {
    if (value === null || typeof value !== 'object') return value;
    const list = isArray(value);
    if (!list && apply(kindOf, value, []) !== '[object Object]') return value;
    const wire = value as Wire;
    const kind = list ? undefined : getOwnPropertyDescriptor(value, tag)?.value;
    if (kind === 'f') return standIn(wire.id as number);
    if (kind === 'b') return apply(get, offered, [wire.id]);
    if (kind === 'p') return new Promised((resolve, reject) => void apply(set, waiting, [wire.id, { resolve, reject }]));
    if (kind === 'e') {
      const error = new Failure(wire.m as string);
      defineProperty(error, 'name', { value: wire.n, configurable: true, writable: true, enumerable: false });
      return error;
    }
    if (apply(get, seen, [value])) return value;
    apply(set, seen, [value, true]);
    const names = keys(value);
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string;
      const item = wire[name];
      if (item !== null && typeof item === 'object') wire[name] = into(item, seen);
    }
    return value;
  }
  const send = (value: unknown): unknown => out(value, new Table());
  const receive = (value: unknown): unknown => into(value, new Table());

  function call(id: number, args: unknown[]): unknown {
    const outer = answer;
    answer = undefined;
    post({ k: 'call', id, args: send(args) });
    // Calls nest: the answer of an inner one must not be taken for ours. (The compiler cannot see that `post` sets it.)
    const got = answer as Wire | undefined;
    answer = outer;
    if (!got) throw new Failure('A value could not be passed through the context bridge.');
    if (!got.ok) throw receive(got.v);
    return receive(got.v);
  }

  function answerCall(message: Wire): void {
    try {
      const fn = apply(get, offered, [message.id]) as Fn | undefined;
      if (!fn) throw new Failure('The function is gone.');
      post({ k: 'ret', ok: true, v: send(apply(fn, undefined, receive(message.args) as unknown[])) });
    } catch (error) {
      post({ k: 'ret', ok: false, v: error instanceof Failure ? errorOut(error) : send(error) });
    }
  }

  function onMessage(message: Wire | null): void {
    // What cannot be cloned arrives as null; the caller gets no answer and throws.
    if (message === null || typeof message !== 'object') return;
    if (message.k === 'ret') answer = message;
    else if (message.k === 'free') apply(remove, offered, [message.id]);
    else if (message.k === 'call') answerCall(message);
    else if (message.k === 'settle') {
      const ends = apply(get, waiting, [message.id]) as { resolve(value: unknown): void; reject(error: unknown): void } | undefined;
      apply(remove, waiting, [message.id]);
      if (message.ok) ends?.resolve(receive(message.v));
      else ends?.reject(receive(message.v));
    }
  }

  function freezeDeep<T>(value: T): T {
    const plain = typeof value === 'object' && value !== null && (isArray(value) || apply(kindOf, value, []) === '[object Object]');
    if (plain) for (const key of ownKeys(value as object)) freezeDeep((value as Record<PropertyKey, unknown>)[key]);
    if (plain || typeof value === 'function') freeze(value);
    return value;
  }

  return {
    attach(target) {
      node = target;
      apply(addEventListener, target, [here, (event: Event) => onMessage(apply(detailOf, event, []) as Wire | null)]);
    },
    offer: (fn) => void apply(set, offered, [0, fn]),
    callFirst: (...args) => call(0, args),
    freezeDeep,
  };
}
