import { randomUUID } from 'node:crypto';
import type { Message, RunState } from '../../../preload/contract/chat.ts';
import { fail, type Outcome, ok } from '../../../preload/contract/errors.ts';
import { Emitter } from '../base/emitter.ts';
import type { ConversationStore } from '../conversations/store.ts';
import type { Clock, Logger } from '../ports.ts';
import { type Conversation, loadConversation, putMessage } from './conversation.ts';
import { recoverMessage } from './messageDraft.ts';
import type { StepCall } from './readStep.ts';
import { type ConversationRunDeps, runConversation } from './runConversation.ts';
import { titleFrom } from './title.ts';

export interface AgentServiceDeps extends ConversationRunDeps {
  store: ConversationStore;
  clock: Clock;
  logger: Logger;
}

/** Something about a conversation changed. A message is a new object; the same object means the same content. */
export type AgentChange =
  | { kind: 'message'; conversationId: string; message: Message }
  | { kind: 'removed'; conversationId: string; ids: readonly string[] }
  | { kind: 'state'; conversationId: string; state: RunState }
  /** Title or time in the list changed. */
  | { kind: 'summary'; conversationId: string };

/** The chat as the rest of the core sees it: one run a conversation, several conversations at the same time. */
export interface AgentService {
  /** Makes an empty conversation and returns its id. */
  create(): string;
  /** Loads a conversation for showing. `host.not_found` when there is none. */
  open(id: string): Outcome<readonly Message[]>;
  /** The window no longer shows it; a run goes on. */
  close(id: string): void;
  /** Appends the user's message and starts a run; while one is busy the message waits for its end (AGT-7). */
  send(id: string, text: string): Outcome<void>;
  /** Ends the run at once; everything in flight is cancelled. Messages that waited stay, without an answer. */
  stop(id: string): Outcome<void>;
  /** Drops the last answer and asks again. */
  retry(id: string): Outcome<void>;
  /** Ends one tool call; the run goes on (CAL-7). */
  cancelCall(id: string, callId: string): Outcome<void>;
  /** The answer to a form of the offline assistant; without values it is dismissed (AGT-4). */
  answerForm(id: string, formId: string, values?: Record<string, unknown>): Outcome<void>;
  state(id: string): RunState;
  /** Of a conversation in memory; undefined when it is not open and not running. */
  messages(id: string): readonly Message[] | undefined;
  onChange(listener: (change: AgentChange) => void): () => void;
  /** Marks what a crash left open in the conversations that were used last; the others are repaired when they are opened. */
  recover(): number;
  /** Resolves when no run is busy in this conversation. */
  idle(id: string): Promise<void>;
  /** Stops all runs and waits until they are over; nothing starts afterwards. */
  dispose(): Promise<void>;
}

/** How many of the last used conversations are looked through at start; a crash cannot have left more runs open. */
const RECOVER_COUNT = 20;

const notFound = <T = never>(what: string, id: string): Outcome<T> =>
  fail('host.not_found', `There is no ${what} "${id}".`, { fix: 'Reload the conversation.' });
const busy = <T = never>(): Outcome<T> =>
  fail('host.unavailable', 'An answer is still being written.', { fix: 'Stop it first, or wait until it is done.' });

export function createAgentService(deps: AgentServiceDeps): AgentService {
  const { store, clock, logger } = deps;
  const loaded = new Map<string, Conversation>();
  const changes = new Emitter<AgentChange>();
  let disposed = false;

  function save(conversationId: string, message: Message): void {
    try {
      store.saveMessage(conversationId, message);
      store.update(conversationId, { updatedAt: clock.now() });
    } catch (error) {
      logger.error('A message could not be saved.', { conversationId, reason: error instanceof Error ? error.message : String(error) });
    }
  }

  function load(id: string): Conversation | undefined {
    const known = loaded.get(id);
    if (known) return known;
    if (!store.get(id)) return undefined;
    const { conversation, repaired } = loadConversation(id, store.messages(id));
    for (const message of repaired) save(id, message);
    loaded.set(id, conversation);
    return conversation;
  }

  function forgetIfUnused(conversation: Conversation): void {
    if (!conversation.open && !conversation.run) loaded.delete(conversation.id);
  }

  function put(conversation: Conversation, message: Message): void {
    putMessage(conversation, message);
    changes.emit({ kind: 'message', conversationId: conversation.id, message });
  }

  function setState(conversation: Conversation, state: RunState): void {
    if (conversation.state === state) return;
    conversation.state = state;
    changes.emit({ kind: 'state', conversationId: conversation.id, state });
  }

  /** Starts a run that writes into `answer`. */
  function start(conversation: Conversation, answer: Message | undefined, firstCalls?: readonly StepCall[]): void {
    const stop = new AbortController();
    const calls = new Map<string, AbortController>();
    const done = runConversation(
      deps,
      {
        conversation,
        ...(answer ? { answer } : {}),
        ...(firstCalls ? { firstCalls } : {}),
        signal: stop.signal,
        callSignal: (id) => {
          const own = calls.get(id) ?? new AbortController();
          calls.set(id, own);
          return own.signal;
        },
      },
      {
        put: (message) => put(conversation, message),
        save: (message) => save(conversation.id, message),
        state: (state) => setState(conversation, state),
      },
    ).then((end) => {
      delete conversation.run;
      setState(conversation, end.stop === 'error' ? 'failed' : 'idle');
      changes.emit({ kind: 'summary', conversationId: conversation.id });
      const goOn = conversation.waiting && end.stop !== 'aborted' && !disposed;
      conversation.waiting = false;
      if (goOn) start(conversation, undefined);
      else forgetIfUnused(conversation);
    });
    conversation.run = { stop, calls, done };
  }

  function addUserMessage(conversation: Conversation, text: string): void {
    const message: Message = { id: randomUUID(), role: 'user', createdAt: clock.now(), status: 'done', parts: [{ kind: 'text', text }] };
    const first = !conversation.messages.some((other) => other.role === 'user');
    put(conversation, message);
    save(conversation.id, message);
    const stored = first ? store.get(conversation.id) : undefined;
    if (stored?.autoTitle && stored.title.trim() === '') store.update(conversation.id, { title: titleFrom(text) });
    changes.emit({ kind: 'summary', conversationId: conversation.id });
  }

  return {
    create: () => store.create(clock.now()).id,
    open(id) {
      const conversation = load(id);
      if (!conversation) return notFound('conversation', id);
      conversation.open = true;
      return ok(conversation.messages);
    },
    close(id) {
      const conversation = loaded.get(id);
      if (!conversation) return;
      conversation.open = false;
      forgetIfUnused(conversation);
    },
    send(id, text) {
      const conversation = load(id);
      if (!conversation) return notFound('conversation', id);
      if (disposed) return fail('host.unavailable', 'The app is closing.');
      if (text.trim() === '') return fail('host.bad_input', 'The message is empty.', { fix: 'Write something first.' });
      addUserMessage(conversation, text);
      if (conversation.run) conversation.waiting = true;
      else start(conversation, undefined);
      return ok(undefined);
    },
    stop(id) {
      loaded.get(id)?.run?.stop.abort();
      return ok(undefined);
    },
    retry(id) {
      const conversation = load(id);
      if (!conversation) return notFound('conversation', id);
      if (conversation.run) return busy();
      const lastUser = conversation.messages.findLastIndex((message) => message.role === 'user');
      if (lastUser < 0) return fail('host.bad_input', 'There is no message to answer yet.', { fix: 'Write a message first.' });
      const ids = conversation.messages.slice(lastUser + 1).map((message) => message.id);
      if (ids.length > 0) {
        store.removeMessages(id, ids);
        conversation.messages = conversation.messages.slice(0, lastUser + 1);
        changes.emit({ kind: 'removed', conversationId: id, ids });
      }
      start(conversation, undefined);
      return ok(undefined);
    },
    cancelCall(id, callId) {
      const own = loaded.get(id)?.run?.calls.get(callId);
      if (!own) return notFound('running call', callId);
      own.abort();
      return ok(undefined);
    },
    answerForm(id, formId, values) {
      const conversation = load(id);
      if (!conversation) return notFound('conversation', id);
      if (conversation.run) return busy();
      const message = conversation.messages.find((other) =>
        other.parts.some((part) => part.kind === 'form' && part.form.id === formId && part.state === 'open'),
      );
      const form = message?.parts.find((part) => part.kind === 'form' && part.form.id === formId);
      if (!message || form?.kind !== 'form') return notFound('open form', formId);
      const answered: Message = {
        ...message,
        parts: message.parts.map((part) =>
          part === form ? { ...form, state: values ? 'sent' : 'dismissed', form: values ? { ...form.form, values } : form.form } : part,
        ),
      };
      put(conversation, answered);
      save(id, answered);
      if (values) start(conversation, answered, [{ id: conversation.uniqueId(`form_${formId}`), name: form.form.tool, arguments: values }]);
      return ok(undefined);
    },
    state: (id) => loaded.get(id)?.state ?? 'idle',
    messages: (id) => loaded.get(id)?.messages,
    onChange: (listener) => changes.on(listener),
    recover() {
      let repaired = 0;
      const recent = [...store.list()].sort((a, b) => b.updatedAt - a.updatedAt).slice(0, RECOVER_COUNT);
      for (const { id } of recent) {
        if (loaded.has(id)) continue;
        for (const message of store.messages(id)) {
          const whole = recoverMessage(message);
          if (whole === message) continue;
          repaired += 1;
          try {
            store.saveMessage(id, whole);
          } catch (error) {
            logger.error('A message could not be repaired.', { conversationId: id, reason: String(error) });
          }
        }
      }
      return repaired;
    },
    async idle(id) {
      for (let run = loaded.get(id)?.run; run; run = loaded.get(id)?.run) await run.done;
    },
    async dispose() {
      disposed = true;
      const runs = [...loaded.values()].flatMap((conversation) => conversation.run ?? []);
      for (const run of runs) run.stop.abort();
      await Promise.all(runs.map((run) => run.done));
      changes.clear();
    },
  };
}
