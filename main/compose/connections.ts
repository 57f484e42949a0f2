import { pathToFileURL } from 'node:url';
import type { AuthService } from '../core/auth/authService.ts';
import { createNeedsAuthCache } from '../core/auth/needsAuthCache.ts';
import type { DisposableStack } from '../core/base/disposable.ts';
import type { ConfigState } from '../core/config/configService.ts';
import { createEditorLinks, type EditorLinks } from '../core/discovery/editorLinks.ts';
import { createServerHost, type NeedsAuthCache, type ServerHostDeps, type ServerManager } from '../core/servers/serverManager.ts';
import { PinStore } from '../core/tools/definitionPin.ts';
import { SyncGate } from '../core/tools/syncGate.ts';
import { ServerToolTable } from '../core/tools/toolTable.ts';
import { type TryServer, tryServer } from '../core/trace/tryServer.ts';
import { createChildEnvironment } from '../core/transports/childEnvironment.ts';
import { createTransport } from '../core/transports/createTransport.ts';
import { defaultIdeFolder } from '../core/transports/ideLinks.ts';
import type { Foundation } from './foundation.ts';
import { loginPathCache } from './loginPathCache.ts';
import { networkOf } from './network.ts';
import type { CoreOptions } from './options.ts';
import { composeSignIn } from './signIn.ts';

/** The servers and what they offer. */
export interface Connections {
  auth: AuthService;
  servers: ServerManager;
  tools: ServerToolTable;
  pins: PinStore;
  sync: SyncGate;
  childEnvironment: () => Promise<Record<string, string>>;
  tryServer: TryServer;
  editors: EditorLinks;
  /** Reads the configuration and begins to connect; resolves when the configuration was read. */
  start(): Promise<void>;
}

/** Asks the person what a server wants to know (client/elicitation). */
export type Elicit = (server: string, params: Record<string, unknown>, signal: AbortSignal) => Promise<Record<string, unknown>>;

export function composeConnections(options: CoreOptions, foundation: Foundation, undo: DisposableStack, elicit?: Elicit): Connections {
  const { current, config, settings } = foundation;
  const { paths, clock, logger, env, platform } = options;
  const childEnvironment = createChildEnvironment({ env, platform, fromTerminal: options.fromTerminal, remembered: loginPathCache(paths.caches) });
  // A login that began or ended means a new connection; it also clears the finding that one is missing (AUT-2).
  const auth = composeSignIn(options, foundation, undo, (name) => void servers.restart(name));
  const ideFolder = (): string => current().mcp.editorLocks || defaultIdeFolder();
  const hostDeps: ServerHostDeps = {
    settings: () => current().mcp,
    createTransport,
    transportDeps: {
      clock,
      logger,
      ladder: current().mcp.stopAtMs,
      maxMessageBytes: current().mcp.maxMessageBytes,
      childEnvironment,
      // Read anew by each connection, so a changed proxy counts from the next one on.
      get network() {
        return networkOf(current().network, logger);
      },
      ideFolder: ideFolder(),
      bearer: auth.bearer,
      refreshBearer: auth.refreshBearer,
      onChallenge: auth.noteChallenge,
    },
    clock,
    logger,
    clientInfo: { name: 'quayside', title: 'Quayside', version: options.version },
    handlers: (server) => {
      const folder = config.current().projectFolder;
      return {
        ...(folder !== undefined && { roots: async () => [{ uri: pathToFileURL(folder).href, name: folder }] }),
        ...(elicit && { elicitation: (params, signal) => elicit(server, params, signal) }),
      };
    },
  };
  const servers: ServerManager = createServerHost({ ...hostDeps, caches: paths.caches, needsAuth: needsAuthOf(options, undo) });
  const tools = new ServerToolTable({ trusts: (server) => current().permissions.trustAnnotations.includes(server) });
  const pins = new PinStore({ file: paths.pinsFile, clock, logger });
  undo.add(() => pins.flush());
  const sync = new SyncGate(tools);
  undo.add(() => sync.dispose());

  undo.add(servers.onTools((found) => tools.apply(found)));
  // A server that was switched off or removed takes its tools along; one that merely lost its connection keeps them (CON-6).
  undo.add(
    servers.onChange((name) => {
      const record = servers.get(name);
      if (!record || record.state.kind === 'disabled') tools.dropServer(name);
    }),
  );
  const switchedOff = (): void => tools.setDisabled(current().tools.disabled);
  undo.add(settings.onChange(switchedOff));

  const editors = createEditorLinks({
    folder: ideFolder,
    projects: () => [config.current().projectFolder].filter((folder) => folder !== undefined),
    taken: () => [...config.current().configs, ...config.current().broken].map(({ name }) => name),
    clock,
    redact: options.redact,
    watch: options.watch,
  });
  undo.add(() => editors.dispose());

  const adopt = (state: ConfigState): void => servers.apply([...state.configs, ...editors.configs()]);
  return {
    auth,
    servers,
    tools,
    pins,
    sync,
    childEnvironment,
    editors,
    // A host of its own: a trial shows up nowhere, offers no tool to a run and leaves nothing in the caches.
    tryServer: (candidate, signal, onProgress) => tryServer(createServerHost(hostDeps), candidate, signal, onProgress),
    async start() {
      switchedOff();
      // The login shell is asked for its PATH while the files are read.
      void childEnvironment();
      adopt(await config.load());
      undo.add(config.onChange(adopt));
      undo.add(editors.onChange(() => adopt(config.current())));
      undo.add(config.onChange(() => void editors.refresh()));
    },
  };
}

/** The finding on disk, shared with other runs over the same data folder (AUT-2). The key already names server and configuration. */
function needsAuthOf({ paths, clock, logger }: CoreOptions, undo: DisposableStack): NeedsAuthCache {
  const cache = createNeedsAuthCache({ paths, clock, logger });
  // One after the other: a finding that is cleared while it is still being written would come back.
  let writing: Promise<void> = Promise.resolve();
  undo.add(() => writing);
  return {
    has: (key) => cache.get(key, key) !== undefined,
    set(key) {
      writing = writing.then(() => cache.remember(key, key, { code: 'auth.required', message: 'The server wants a sign-in.' }));
    },
    clear(key) {
      writing = writing.then(() => cache.forget(key));
    },
  };
}
