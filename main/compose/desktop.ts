import path from 'node:path';
import type { AppView, HostState } from '../../preload/contract/mirror.ts';
import type { Notice } from '../../preload/contract/servers.ts';
import type { ToolsOff } from '../../preload/contract/tools.ts';
import { createAgentService } from '../core/agent/agentService.ts';
import { DisposableStack } from '../core/base/disposable.ts';
import { tellOfApprovals } from '../core/bridge/approvalNotices.ts';
import { createConnectionTests } from '../core/bridge/connectionTests.ts';
import { createDispatch, type Dispatch } from '../core/bridge/dispatch.ts';
import { chatHandlers } from '../core/bridge/handlers/chatHandlers.ts';
import { elicitationHandlers } from '../core/bridge/handlers/elicitationHandlers.ts';
import { permissionHandlers } from '../core/bridge/handlers/permissionHandlers.ts';
import { serverHandlers } from '../core/bridge/handlers/serverHandlers.ts';
import { settingsHandlers } from '../core/bridge/handlers/settingsHandlers.ts';
import { toolHandlers } from '../core/bridge/handlers/toolHandlers.ts';
import { mirrorServices } from '../core/bridge/mirrorServices.ts';
import { createPublisher, type Publisher } from '../core/bridge/publisher.ts';
import type { Services } from '../core/bridge/services.ts';
import { createConversationStore } from '../core/conversations/conversationStore.ts';
import { openDatabase } from '../core/conversations/database.ts';
import type { Notify } from '../core/ports.ts';
import type { Elicitations } from '../core/requests/elicitations.ts';
import { apiKeyName } from './assistant.ts';
import { type Core, composeCore } from './core.ts';
import type { CoreOptions } from './options.ts';
import { composeQuestions } from './questions.ts';
import { weatherDraft } from './weatherExample.ts';

/** What the desktop shell hands in besides the core's options. */
export interface DesktopOptions {
  core: CoreOptions;
  app: AppView;
  appRoot: string;
  runsElectron: boolean;
  shell: Omit<Services['desktop'], 'mayShow'>;
  notify: Notify;
}

export interface Desktop extends Core {
  dispatch: Dispatch;
  publisher: Publisher;
}

/** The app behind a window: the core with conversations, the mirror and the commands. */
export function composeDesktop(options: DesktopOptions): Desktop {
  const { paths, clock, logger } = options.core;
  const { db, movedAside } = openDatabase(paths.database, clock.now());
  const conversations = createConversationStore(db);
  const undo = new DisposableStack();
  const elicitations = composeQuestions(options.core, options.shell.openExternal, undo);
  const core = composeCore(
    { ...options.core, openExternal: options.shell.openExternal },
    { undo, elicit: elicitations.ask, showsFile: (url) => conversations.showsFile(url) },
  );
  undo.add(() => conversations.close());

  const agent = createAgentService({
    store: conversations,
    clock,
    logger,
    currentModel: core.currentModel,
    execute: core.execute,
    builtins: core.builtins,
    toolsFor: (id) => core.sync.snapshotOf(id),
    beginRun: (id) => {
      core.servers.runStarts();
      core.sync.begin(id, hiddenTools(core, conversations.get(id)?.toolsOff));
    },
    endRun: (id) => core.sync.end(id),
    options: core.limits,
  });
  undo.add(() => agent.dispose());
  agent.recover();

  const publisher = createPublisher(emptyState(options, core), clock, options.core.redact.known);
  undo.add(() => publisher.dispose());
  const services: Services = {
    ...core,
    clock,
    logger,
    redact: options.core.redact,
    agent,
    conversations,
    elicitations,
    apiKeyName,
    weatherDraft: () => weatherDraft(options.appRoot, { execPath: process.execPath, electron: options.runsElectron }),
    desktop: { ...options.shell, mayShow: (file) => path.resolve(file).startsWith(paths.home + path.sep) },
    standing: [...(movedAside ? [damageNotice(movedAside)] : []), ...rulesNotice(core)],
    dismissed: new Set(),
  };
  mirrorServices(services, publisher, undo);
  undo.add(tellOfApprovals(core.approvals, options.notify, clock));
  notifyOfElicitations(elicitations, options.notify, undo);

  const tests = createConnectionTests(services, publisher);
  undo.add(() => tests.dispose());
  const dispatch = createDispatch(
    {
      ...chatHandlers(services, publisher),
      ...serverHandlers(services, tests),
      ...settingsHandlers(services, publisher),
      ...toolHandlers(services, publisher),
      ...permissionHandlers(services),
      ...elicitationHandlers(services),
    },
    logger,
    options.core.redact,
  );
  return { ...core, dispatch, publisher };
}

/** The model-facing names a conversation does without (TOL-11). */
function hiddenTools({ tools }: Core, off: ToolsOff | undefined): ReadonlySet<string> {
  if (!off) return new Set();
  return new Set([...off.tools, ...off.servers.flatMap((server) => tools.ofServer(server).map((tool) => tool.name))]);
}

const emptyState = ({ app, core: { paths } }: DesktopOptions, { settings, mode }: Core): HostState => ({
  app: { ...app, homeFolder: paths.home },
  settings: { settings: settings.current(), hasApiKey: false },
  mode: mode.current(),
  project: {},
  notices: {},
  servers: {},
  conversations: {},
  chats: {},
  approvals: {},
  elicitations: {},
});

/** The same for a server's question; what it says is foreign and long, so only who asks is told. */
function notifyOfElicitations(elicitations: Elicitations, notify: Notify, undo: DisposableStack): void {
  let told = new Set<string>();
  undo.add(
    elicitations.onChange(() => {
      const waiting = elicitations.list();
      for (const { id, server } of waiting) if (!told.has(id)) notify('Quayside', `"${server}" asks you something.`);
      told = new Set(waiting.map(({ id }) => id));
    }),
  );
}

const damageNotice = (movedAside: string): Notice => ({
  id: 'store.damaged',
  severity: 'error',
  code: 'store.damaged',
  message: 'The file of conversations was damaged. It was kept under another name and a new one was begun.',
  fix: 'A backup of the old file can be put back while Quayside is not running.',
  file: movedAside,
});

/** Rules that could not be read may have been denials; the person must know before relying on them. */
function rulesNotice({ rules, options }: Core): Notice[] {
  const { problem } = rules;
  if (!problem) return [];
  const { code, message, fix } = problem;
  return [{ id: 'rules.damaged', severity: 'error', code, message, file: options.paths.rulesFile, ...(fix ? { fix } : {}) }];
}
