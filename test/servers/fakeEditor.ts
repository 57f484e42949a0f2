import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { startWs, type WsServer } from './wsServer.ts';

export interface FakeEditor {
  ws: WsServer;
  lockFile: string;
  /** The editor's process dies and leaves its lock behind, as in a crash. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

export interface FakeEditorOptions {
  /** Folder of the lock files. */
  locks: string;
  workspace: string;
  name?: string;
  token: string;
}

/** An editor as others see it: a process, its lock file, and an MCP server over WebSocket that wants the token of the lock. */
export async function startEditor({ locks, workspace, name = 'Fake Code', token }: FakeEditorOptions): Promise<FakeEditor> {
  const tools = [{ name: 'openFile', description: 'Opens a file in the editor.', inputSchema: { type: 'object' } }];
  const ws = await startWs({
    refuse: (headers) => (headers['x-claude-code-ide-authorization'] === token ? undefined : { status: 401 }),
    onMessage(message, socket) {
      if (message.method !== 'tools/list') return false;
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: { tools } }));
      return true;
    },
  });
  const child: ChildProcess = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  fs.mkdirSync(locks, { recursive: true });
  const lockFile = path.join(locks, `${ws.port}.lock`);
  fs.writeFileSync(lockFile, JSON.stringify({ pid: child.pid, workspaceFolders: [workspace], ideName: name, transport: 'ws', authToken: token }));
  const crash = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const over = once(child, 'exit');
    child.kill('SIGKILL');
    await over;
  };
  return {
    ws,
    lockFile,
    crash,
    async close() {
      await crash();
      await ws.close();
    },
  };
}
