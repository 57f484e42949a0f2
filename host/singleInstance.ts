import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

export interface SecondInstance {
  argv: string[];
  cwd: string;
}

/** Electron's call is synchronous and Node's sockets are not, so a short-lived child hands our arguments over while we wait. */
const HAND_OVER = `const s=require('net').connect(process.argv[1],()=>s.end(process.argv[2]));
s.on('close',()=>process.exit(0));s.on('error',()=>process.exit(3));setTimeout(()=>process.exit(4),3000)`;

function socketPath(userData: string): string {
  const name = `qs-${createHash('sha256').update(userData).digest('hex').slice(0, 24)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : path.join(os.tmpdir(), `${name}.sock`);
}

/** One app a data folder. Returns undefined when another one runs; it was told about us then. */
export function takeInstanceLock(userData: string, onSecond: (other: SecondInstance) => void): { release(): void } | undefined {
  const file = socketPath(userData);
  if (process.platform === 'win32' || fs.existsSync(file)) {
    const message = JSON.stringify({ argv: process.argv, cwd: process.cwd() } satisfies SecondInstance);
    const told = spawnSync(process.execPath, ['-e', HAND_OVER, file, message], { stdio: 'ignore', timeout: 5000 });
    if (told.status === 0) return undefined;
    // Nobody answers: the socket is what a killed app left behind.
    fs.rmSync(file, { force: true });
  }
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text += chunk;
      if (text.length > 1_048_576) socket.destroy();
    });
    socket.on('end', () => {
      socket.end();
      try {
        onSecond(JSON.parse(text) as SecondInstance);
      } catch {
        // Not one of ours.
      }
    });
  });
  server.on('error', () => undefined);
  server.listen(file, () => {
    if (process.platform !== 'win32') fs.chmodSync(file, 0o600);
  });
  server.unref();
  return {
    release() {
      server.close();
      fs.rmSync(file, { force: true });
    },
  };
}
