import type { HostState } from '../../../preload/contract/mirror.ts';
import type { Notice, ServerView } from '../../../preload/contract/servers.ts';
import type { DisposableStack } from '../base/disposable.ts';
import { showEditors } from './mirrorEditors.ts';
import type { Publisher } from './publisher.ts';
import type { Services } from './services.ts';
import { conversationView } from './views/conversationView.ts';
import { brokenView, serverView } from './views/serverView.ts';

/** Keeps the mirror in step: each service's change projects what it concerns, and nothing else. */
export function mirrorServices(services: Services, publisher: Publisher, undo: DisposableStack): void {
  const { settings, config, servers, tools, approvals, elicitations, mode, agent, conversations, sync } = services;
  const listen = (...ends: (() => void)[]): void => {
    for (const end of ends) undo.add(end);
  };
  const set = <K extends keyof HostState>(key: K, value: HostState[K]): void => publisher.update((state) => ({ ...state, [key]: value }));
  const toolRevisions = new Map<string, number>();

  // Servers ------------------------------------------------------------------------------------------------------------
  function viewOf(name: string): ServerView | undefined {
    const record = servers.get(name);
    if (!record) return undefined;
    const listed = tools.ofServer(name);
    return serverView(record, {
      offered: listed.filter((tool) => tools.isEnabled(tool)).length,
      quarantined: tools.quarantined(name).length,
      toolsRevision: toolRevisions.get(name) ?? 0,
      trustAnnotations: settings.current().permissions.trustAnnotations.includes(name),
      lastCall: services.lastCall(name),
      account: services.auth.stateOf(record.config),
      facts: config.current().facts[name],
      editor: services.editors.idOf(name),
      redact: services.redact,
    });
  }
  /** Replaces one server's view, unless nothing of it changed. */
  function showServer(name: string): void {
    const view = viewOf(name);
    publisher.update((state) => {
      if (!view) {
        const { [name]: gone, ...rest } = state.servers;
        return gone ? { ...state, servers: rest } : state;
      }
      return { ...state, servers: { ...state.servers, [name]: view } };
    });
  }
  function showAllServers(): void {
    const views = new Map<string, ServerView>();
    for (const entry of config.current().broken) views.set(entry.name, brokenView(entry, services.clock.now(), config.current().facts[entry.name]));
    for (const { name } of servers.list()) {
      const view = viewOf(name);
      if (view) views.set(name, view);
    }
    set('servers', Object.fromEntries(views));
  }
  function toolsChanged(name: string): void {
    toolRevisions.set(name, (toolRevisions.get(name) ?? 0) + 1);
    showServer(name);
    showNotices();
  }
  listen(servers.onChange(showServer), services.auth.onChange(showServer), services.onCall(showServer), tools.onChange(toolsChanged));

  // Configuration, settings, notices -----------------------------------------------------------------------------------
  function showNotices(): void {
    const { notices } = config.current();
    const ofTools = tools
      .notices()
      .map(({ server, code, message }): Notice => ({ id: `tools:${server}:${code}:${message}`, severity: 'warning', code, message, server }));
    const all = [...services.standing, ...settings.notices(), ...notices, ...ofTools].filter(({ id }) => !services.dismissed.has(id));
    set('notices', Object.fromEntries(all.map((notice) => [notice.id, services.redact(notice)])));
  }
  function showProject(): void {
    const { projectFolder, trust } = config.current();
    set('project', { ...(projectFolder === undefined ? {} : { folder: projectFolder }), ...(trust ? { trust } : {}) });
  }
  async function showSettings(): Promise<void> {
    const current = settings.current();
    const hasApiKey = (await services.secrets.get(services.apiKeyName(current.provider.kind))) !== undefined;
    set('settings', { settings: current, hasApiKey });
  }
  function settingsChanged(): void {
    services.desktop.applyTheme(settings.current().theme);
    void showSettings();
    showAllServers();
    set('mode', mode.current());
  }
  listen(
    config.onChange(() => {
      showAllServers();
      showNotices();
      showProject();
    }),
    settings.onChange(settingsChanged),
    mode.onChange(() => set('mode', mode.current())),
  );

  // Approvals ----------------------------------------------------------------------------------------------------------
  // Shown exactly as they would be sent: a person decides on what is there, and may edit it.
  const showApprovals = (): void => set('approvals', Object.fromEntries(approvals.list().map((request) => [request.id, request])));
  listen(approvals.onChange(showApprovals));
  const showElicitations = (): void => set('elicitations', Object.fromEntries(elicitations.list().map((view) => [view.id, view])));
  listen(elicitations.onChange(showElicitations));

  // Conversations ------------------------------------------------------------------------------------------------------
  function showConversation(id: string): void {
    const stored = conversations.get(id);
    publisher.update((state) => {
      const { [id]: before, ...rest } = state.conversations;
      if (!stored) return before ? { ...state, conversations: rest } : state;
      return { ...state, conversations: { ...state.conversations, [id]: conversationView(stored, agent.state(id), sync.isPending(id)) } };
    });
  }
  listen(
    sync.onPending(({ conversationId }) => showConversation(conversationId)),
    agent.onChange((change) => {
      const { conversationId: id } = change;
      if (change.kind === 'state' || change.kind === 'summary') return showConversation(id);
      publisher.update((state) => {
        const chat = state.chats[id];
        if (!chat) return state;
        const next =
          change.kind === 'message'
            ? {
                messages: { ...chat.messages, [change.message.id]: change.message },
                order: Object.hasOwn(chat.messages, change.message.id) ? chat.order : [...chat.order, change.message.id],
              }
            : {
                messages: Object.fromEntries(Object.entries(chat.messages).filter(([key]) => !change.ids.includes(key))),
                order: chat.order.filter((key) => !change.ids.includes(key)),
              };
        return { ...state, chats: { ...state.chats, [id]: next } };
      });
    }),
  );

  const all = conversations.list().map((stored) => [stored.id, conversationView(stored, agent.state(stored.id), false)] as const);
  set('conversations', Object.fromEntries(all));
  showAllServers();
  showNotices();
  showProject();
  showEditors(services, publisher, undo);
  settingsChanged();
}
