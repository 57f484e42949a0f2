import { createRemoteTransport } from './createRemoteTransport.ts';
import { createStdioTransport } from './stdioTransport.ts';
import type { CreateTransport } from './transport.ts';

/** The transport of an entry, not yet started. @throws HostError `config.entry` when a remote address or header cannot be used. */
export const createTransport: CreateTransport = (config, deps) =>
  config.transport === 'stdio' ? createStdioTransport(config, deps) : createRemoteTransport(config, deps);
