import { HostError } from '../../base/hostError.ts';
import type { Handlers } from '../dispatch.ts';
import type { Publisher } from '../publisher.ts';
import type { Services } from '../services.ts';
import { conversationView } from '../views/conversationView.ts';
import { unwrap } from './unwrap.ts';

type ChatHandlers = Pick<Handlers, Extract<keyof Handlers, `chat.${string}`>>;

export function chatHandlers({ agent, conversations, clock, sync }: Services, publisher: Publisher): ChatHandlers {
  function show(id: string): void {
    const stored = conversations.get(id);
    publisher.update((state) => {
      const { [id]: gone, ...rest } = state.conversations;
      return { ...state, conversations: stored ? { ...rest, [id]: conversationView(stored, agent.state(id), sync.isPending(id)) } : rest };
    });
  }
  function mustExist(id: string): void {
    if (!conversations.get(id)) throw new HostError('host.not_found', `There is no conversation "${id}".`, { fix: 'Reload the list.' });
  }
  const change = (id: string, what: Parameters<typeof conversations.update>[1]): Record<string, never> => {
    mustExist(id);
    conversations.update(id, what);
    show(id);
    return {};
  };

  return {
    'chat.create'() {
      const id = agent.create();
      show(id);
      return { id };
    },
    'chat.open'({ id }) {
      const messages = unwrap(agent.open(id));
      publisher.update((state) => ({
        ...state,
        chats: {
          ...state.chats,
          [id]: { messages: Object.fromEntries(messages.map((message) => [message.id, message])), order: messages.map((message) => message.id) },
        },
      }));
      return {};
    },
    'chat.close'({ id }) {
      agent.close(id);
      publisher.update((state) => {
        const { [id]: closed, ...chats } = state.chats;
        return closed ? { ...state, chats } : state;
      });
      return {};
    },
    'chat.send'({ id, text }) {
      unwrap(agent.send(id, text));
      return {};
    },
    'chat.stop'({ id }) {
      unwrap(agent.stop(id));
      return {};
    },
    'chat.retry'({ id }) {
      unwrap(agent.retry(id));
      return {};
    },
    'chat.setToolsOff': ({ id, off }) => change(id, { toolsOff: off }),
    'chat.cancelCall'({ id, callId }) {
      unwrap(agent.cancelCall(id, callId));
      return {};
    },
    'chat.answerForm'({ id, formId, values }) {
      unwrap(agent.answerForm(id, formId, values));
      return {};
    },
    'chat.rename': ({ id, title }) => change(id, { title, autoTitle: false }),
    'chat.pin': ({ id, pinned }) => change(id, { pinned }),
    async 'chat.remove'({ id }) {
      mustExist(id);
      unwrap(agent.stop(id));
      await agent.idle(id);
      agent.close(id);
      conversations.remove(id, clock.now());
      publisher.update((state) => {
        const { [id]: _, ...chats } = state.chats;
        return { ...state, chats };
      });
      show(id);
      return {};
    },
    'chat.restore'({ id }) {
      conversations.restore(id);
      mustExist(id);
      show(id);
      return {};
    },
    'chat.search': ({ query }) => ({
      hits: conversations.search(query, 50).map(({ conversationId, title, snippet }) => ({ id: conversationId, title, snippet })),
    }),
  };
}
