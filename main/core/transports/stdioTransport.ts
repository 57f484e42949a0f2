import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import type { LogLine } from '../../../preload/contract/servers.ts';
import type { StdioConfig } from '../config/serverConfig.ts';
import { AnswerRouter } from './answerRouter.ts';
import { mergeEnvironment } from './childEnvironment.ts';
import { type ChildEnd, ChildLife } from './childLife.ts';
import { maskEntry } from './entryMask.ts';
import { framingOf } from './framingHint.ts';
import { InstallWatch } from './installWatch.ts';
import { cancelledId, type Inbound, idKey, isRequest, type Outbound } from './jsonRpc.ts';
import { MessageReader } from './messageReader.ts';
import { OddOutput } from './oddOutput.ts';
import { processGroup } from './processGroup.ts';
import { type ProcessRegistry, processRegistry } from './processRegistry.ts';
import { type ServerProcess, spawnChild } from './spawnChild.ts';
import { StderrRing } from './stderrRing.ts';
import { StdinQueue } from './stdinQueue.ts';
import { StdioErrors } from './stdioErrors.ts';
import type { HostTransport, Suspicion, TransportDeps } from './transport.ts';
import { readWire } from './wireMessage.ts';

/** Bytes that may wait for a server that does not read its input. */
const MOST_WAITING = 16 * 1024 * 1024;

/**
 * MCP over the stdin and stdout of a process of its own (2025-11-25 and 2026-07-28, basic/transports#stdio). `send` of a request stays
 * open until its answer was delivered and rejects with the reason when that can never happen; other messages are only handed over.
 * The SDK's era probe runs in place on this transport, because it has `stderr` and `pid` and is not the SDK's own class.
 */
export class StdioTransport implements HostTransport {
  readonly kind = 'stdio' as const;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  onnoise?: ((text: string) => void) | undefined;
  onlog?: ((line: LogLine) => void) | undefined;
  oninstalling?: (() => void) | undefined;
  closeReason: ErrorInfo | undefined;
  readonly #config: StdioConfig;
  readonly #deps: TransportDeps;
  readonly #registry: ProcessRegistry;
  readonly #router: AnswerRouter;
  readonly #reader: MessageReader;
  readonly #stderr: StderrRing;
  readonly #errors: StdioErrors;
  readonly #odd: OddOutput;
  readonly #installing: InstallWatch;
  readonly #mask: (text: string) => string;
  #life: ChildLife | undefined;
  #input: StdinQueue | undefined;
  #started = false;
  #spawning: Promise<unknown> | undefined;
  #closing = false;
  #closed = false;
  /** Why we give up on a server that runs. */
  #dropReason: ErrorInfo | undefined;

  constructor(config: StdioConfig, deps: TransportDeps, registry: ProcessRegistry = processRegistry) {
    this.#config = config;
    this.#deps = deps;
    this.#registry = registry;
    this.#mask = maskEntry(config);
    this.#odd = new OddOutput(() => deps.clock.now(), this.#mask);
    this.#router = new AnswerRouter(
      (message) => this.#deliver(message),
      (id) => this.#remark(this.#odd.stray(id).text),
    );
    this.#reader = new MessageReader(
      {
        value: (value) => this.#receive(value),
        noise: (text) => this.#noise(text),
        oversize: (id, bytes) => this.#failOpen(id, this.#errors.oversize(id === undefined ? undefined : this.#router.get(idKey(id))?.method, bytes)),
        broken: (id) => this.#failOpen(id, this.#errors.unreadable('it is not valid JSON')),
      },
      deps.maxMessageBytes,
    );
    this.#stderr = new StderrRing(this.#mask, (line) => this.#stderrLine(line));
    this.#errors = new StdioErrors(config, deps.maxMessageBytes);
    this.#installing = new InstallWatch(config, deps.clock, () => this.oninstalling?.());
  }

  /** The leader of the server's process group. */
  get pid(): number | undefined {
    return this.#life?.pid;
  }

  get suspicion(): Suspicion | undefined {
    return this.#odd.suspicion(this.#errors.spoke);
  }

  /** stderr is read here and told by `onlog`; the member is there for the SDK, see above. */
  get stderr(): null {
    return null;
  }

  /** Starts the process; resolves when it runs. Rejects with `spawn.*`. */
  async start(): Promise<void> {
    if (this.#started) throw new Error('A transport is started once.');
    this.#started = true;
    const { name, command, args, cwd } = this.#config;
    const env = mergeEnvironment(await this.#deps.childEnvironment(), this.#config.env);
    if (this.#closing) throw this.#errors.notRunning('start', undefined);
    this.#spawning = spawnChild({ server: name, command, args, env, cwd }, (child) => this.#adopt(child));
    await this.#spawning;
    if (this.#closing) throw this.#errors.notRunning('start', undefined);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const outbound = message as Outbound;
    const what = outbound.method ?? 'an answer';
    const [input, life] = [this.#input, this.#life];
    if (!input || !life || this.#closed || this.#closing) throw this.#errors.notRunning(what, this.closeReason);
    if (this.#withdrawn(outbound, input)) return;
    const text = `${JSON.stringify(message)}\n`;
    const refusal = input.refusal(text.length);
    // Its input is closed, so its end is near; with it comes the reason.
    if (refusal === 'closed') await life.over;
    if (refusal) throw this.#errors.unsent(what, refusal, this.closeReason);
    if (!isRequest(outbound)) {
      // Nobody waits for the outcome: a notification must not hang on a server that does not read.
      input.write(text);
      return;
    }
    const waiting = this.#router.expect(outbound);
    input.write(text, idKey(outbound.id));
    return waiting.answered;
  }

  async close(): Promise<void> {
    await this.stop();
  }

  async stop(): Promise<{ stuck: boolean; pid?: number }> {
    this.#closing = true;
    // A process that is just being started is waited for, so that it is ended as well.
    await this.#spawning?.catch(() => undefined);
    if (this.#life) return this.#life.stop();
    this.#finish();
    return { stuck: false };
  }

  #adopt(child: ServerProcess): void {
    const { clock, ladder, logger } = this.#deps;
    this.#input = new StdinQueue(child.stdin, Math.max(MOST_WAITING, this.#deps.maxMessageBytes));
    this.#life = new ChildLife({
      child,
      group: processGroup(child.pid ?? 0),
      registry: this.#registry,
      logger,
      ladder,
      clock,
      onOutput: (chunk) => {
        this.#installing.over();
        if (!this.#errors.spoke) this.#odd.chunk(chunk);
        this.#reader.push(chunk);
      },
      onErrors: (chunk) => this.#stderr.push(chunk),
      onEnd: (end) => this.#end(end),
    });
    this.#installing.begin();
  }

  /** A request that has not been written yet is simply taken back; one that has been is cancelled by the notice. */
  #withdrawn(outbound: Outbound, input: StdinQueue): boolean {
    const id = cancelledId(outbound);
    if (id === undefined) return false;
    const waiting = this.#router.get(id);
    if (waiting) this.#router.fail(waiting, this.#errors.cancelled(waiting.method));
    return input.withdraw(id);
  }

  #receive(value: unknown): boolean {
    const reading = readWire(value, (id) => this.#isOpen(id));
    switch (reading.kind) {
      case 'noise':
        return false;
      case 'unreadable':
        this.#failOpen(reading.id, this.#errors.unreadable(reading.what));
        return true;
      case 'message':
        this.#take(reading.inbound);
        return true;
    }
  }

  #take(inbound: Inbound): void {
    const { message, answers } = inbound;
    if (this.#isEcho(message)) {
      this.#odd.echo();
      return;
    }
    this.#errors.spoke = true;
    if (answers === null && 'error' in message) this.#remark(this.#odd.namelessError(message.error.message).text);
    this.#router.receive([inbound]);
  }

  /** Our own request, come back to us. */
  #isEcho(message: JSONRPCMessage): boolean {
    return 'method' in message && 'id' in message && this.#router.get(idKey(message.id))?.method === message.method;
  }

  #isOpen(id: unknown): boolean {
    return (typeof id === 'string' || typeof id === 'number') && this.#router.get(idKey(id)) !== undefined;
  }

  /** Whoever waits for an answer that cannot be handed on hears it now and not at the timeout. */
  #failOpen(id: string | number | undefined, error: Error): void {
    const waiting = id === undefined ? undefined : this.#router.get(idKey(id));
    this.#remark(error.message);
    if (waiting) this.#router.fail(waiting, error);
    else this.onerror?.(error);
  }

  #noise(text: string): void {
    const shown = this.#mask(text);
    this.onnoise?.(shown);
    this.#odd.line(shown);
    const framing = framingOf(text);
    const hint = framing && this.#errors.framing(framing);
    if (!framing || !hint) return;
    this.#odd.framing(this.#config.name, framing);
    this.#remark(hint.info.message);
    if (!hint.fatal) return;
    this.#dropReason = hint.info;
    this.#life?.drop();
  }

  #stderrLine(text: string): void {
    this.#installing.stderrLine(text);
    // Beside a working server it is a mere side door; one that never answers has taken the wrong way in.
    const framing = this.#errors.spoke ? undefined : framingOf(text);
    if (framing === 'http server') this.#odd.framing(this.#config.name, framing);
    else if (!this.#errors.spoke && text.startsWith('{') && text.includes('"jsonrpc"')) this.#odd.wrongPipe();
    this.onlog?.({ at: this.#deps.clock.now(), source: 'stderr', text });
  }

  #end(end: ChildEnd): void {
    this.#reader.end();
    this.#stderr.end();
    const said = this.#stderr.last(20);
    // Programs that were not made as servers complain on stdout.
    if (!this.#closing) this.closeReason = this.#dropReason ?? this.#errors.ended(end, said.length > 0 ? said : this.#odd.lines);
    this.#finish();
  }

  /** First the connection is reported gone, then what waited for it is failed: callers judge an error by whether it is. */
  #finish(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#installing.over();
    const unwritten = this.#input?.close() ?? new Set<string>();
    this.onclose?.();
    this.#router.failAll((waiting) =>
      unwritten.has(idKey(waiting.id))
        ? this.#errors.unsent(waiting.method, 'closed', this.closeReason)
        : this.#errors.lost(waiting.method, this.closeReason),
    );
  }

  #deliver(message: JSONRPCMessage): void {
    if (this.#closed) return;
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #remark(text: string): void {
    this.onlog?.({ at: this.#deps.clock.now(), source: 'host', text });
  }
}

export const createStdioTransport = (config: StdioConfig, deps: TransportDeps): HostTransport => new StdioTransport(config, deps);
