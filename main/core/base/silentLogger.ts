import type { Logger } from '../ports.ts';

export const silentLogger: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
