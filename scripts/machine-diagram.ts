// Writes docs/server-machine.md from the state machine itself.
import fs from 'node:fs';
import path from 'node:path';
import { machinePage } from '../test/core/servers/machineDiagram.ts';

const page = path.resolve(import.meta.dirname, '../docs/server-machine.md');
fs.writeFileSync(page, machinePage());
