import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** Parameters and results of the DevTools protocol are foreign data; each user narrows what it reads. */
// biome-ignore lint/suspicious/noExplicitAny: the protocol's own types are 20,000 lines; every use here is a few fields.
export type Cdp = any;

export interface TargetInfo {
  targetId: string;
  type: string;
  url: string;
  title: string;
  openerId?: string;
}

/** One attached target. Events are the protocol's event names; `detached` when it is gone. */
export class CdpSession extends EventEmitter {
  readonly connection: CdpConnection;
  readonly id: string | undefined;
  readonly targetInfo: TargetInfo;
  windowId: number | undefined;
  closed = false;

  constructor(connection: CdpConnection, id: string | undefined, targetInfo: TargetInfo) {
    super();
    this.setMaxListeners(0);
    this.connection = connection;
    this.id = id;
    this.targetInfo = targetInfo;
  }

  send(method: string, params?: object): Promise<Cdp> {
    return this.connection.request(this.id, method, params);
  }

  /** Fire and forget: an error answer is dropped. */
  post(method: string, params?: object): void {
    this.connection.notify(this.id, method, params);
  }
}

const ROOT: TargetInfo = { targetId: '', type: 'browser', url: '', title: '' };

/** The DevTools protocol over `--remote-debugging-pipe`: fd 3 is what the browser reads, fd 4 what it writes; messages end in NUL. */
export class CdpConnection extends EventEmitter {
  readonly sessions = new Map<string, CdpSession>();
  readonly root: CdpSession;
  closed = false;
  #write: Writable;
  #nextId = 0;
  #pending = new Map<number, { resolve: (value: Cdp) => void; reject: (error: Error) => void; method: string }>();

  constructor(write: Writable, read: Readable) {
    super();
    this.setMaxListeners(0);
    this.#write = write;
    this.root = new CdpSession(this, undefined, ROOT);
    this.#readMessages(read);
    const end = (): void => this.#end();
    for (const event of ['end', 'close', 'error']) read.on(event, end);
    write.on('error', end);
  }

  request(sessionId: string | undefined, method: string, params?: object): Promise<Cdp> {
    if (this.closed) return Promise.reject(new Error(`The browser is closed (${method}).`));
    const id = this.#put(sessionId, method, params);
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject, method }));
  }

  notify(sessionId: string | undefined, method: string, params?: object): void {
    if (!this.closed) this.#put(sessionId, method, params);
  }

  #put(sessionId: string | undefined, method: string, params?: object): number {
    this.#nextId += 1;
    this.#write.write(`${JSON.stringify({ id: this.#nextId, method, params, sessionId })}\0`);
    return this.#nextId;
  }

  #readMessages(read: Readable): void {
    let parts: Buffer[] = [];
    read.on('data', (chunk: Buffer) => {
      let start = 0;
      for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
        parts.push(chunk.subarray(start, end));
        this.#receive(JSON.parse(Buffer.concat(parts).toString('utf8')));
        parts = [];
        start = end + 1;
      }
      if (start < chunk.length) parts.push(chunk.subarray(start));
    });
  }

  #receive(message: Cdp): void {
    if (message.id !== undefined) {
      const waiting = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      if (message.error) waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`));
      else waiting?.resolve(message.result);
      return;
    }
    if (message.method === 'Target.attachedToTarget') {
      const { sessionId, targetInfo } = message.params;
      this.sessions.set(sessionId, new CdpSession(this, sessionId, targetInfo));
    }
    const session = message.sessionId ? this.sessions.get(message.sessionId) : this.root;
    session?.emit(message.method, message.params);
    if (message.method === 'Target.detachedFromTarget') this.#detach(message.params.sessionId);
  }

  #detach(sessionId: string): void {
    const session = this.sessions.get(sessionId);
    this.sessions.delete(sessionId);
    if (!session) return;
    session.closed = true;
    session.emit('detached');
  }

  #end(): void {
    if (this.closed) return;
    this.closed = true;
    for (const { reject, method } of this.#pending.values()) reject(new Error(`The browser is closed (${method}).`));
    this.#pending.clear();
    for (const id of [...this.sessions.keys()]) this.#detach(id);
    this.emit('close');
  }
}
