import { DisposableStack } from '../core/base/disposable.ts';
import type { StopReport } from '../core/servers/serverHost.ts';
import { type Assistant, type AssistantParts, composeAssistant } from './assistant.ts';
import { type Connections, composeConnections, type Elicit } from './connections.ts';
import { composeFoundation, type Foundation } from './foundation.ts';
import type { CoreOptions } from './options.ts';
import { composePermissions, type Permissions } from './permissions.ts';

/** The whole core without a window: what the command line runs, and what the desktop app builds on. */
export interface Core extends Foundation, Connections, Permissions, Assistant {
  options: CoreOptions;
  /** Undone in reverse when the core is disposed. */
  undo: DisposableStack;
  /** Ends the servers and flushes what is unsaved, side by side (CON-12). Safe to call twice. */
  dispose(): Promise<StopReport>;
}

/** What only a window can add. */
export interface ShellParts extends Pick<AssistantParts, 'showsFile'> {
  /** Undone together with the core; what is in it is undone last. */
  undo?: DisposableStack;
  /** Puts a server's question to the person; without it the capability is not declared. */
  elicit?: Elicit;
}

/** Builds all objects in order. Constructs, decides nothing; nothing runs before `start()`. */
export function composeCore(options: CoreOptions, shell: ShellParts = {}): Core {
  const { undo = new DisposableStack(), elicit, showsFile } = shell;
  const foundation = composeFoundation(options, undo);
  const connections = composeConnections(options, foundation, undo, elicit);
  const permissions = composePermissions(options, foundation, connections, undo);
  const assistant = composeAssistant(options, { foundation, connections, permissions, ...(showsFile && { showsFile }) }, undo);
  let stopping: Promise<StopReport> | undefined;
  return {
    ...foundation,
    ...connections,
    ...permissions,
    ...assistant,
    options,
    undo,
    dispose() {
      stopping ??= stopEverything(connections, undo);
      return stopping;
    },
  };
}

/** The flush of the stores runs beside the stop of the servers; neither waits for the other. */
async function stopEverything({ servers }: Connections, undo: DisposableStack): Promise<StopReport> {
  const [report] = await Promise.all([servers.stopAll(), undo.dispose().catch(() => undefined)]);
  return report;
}
