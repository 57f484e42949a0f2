import type { RemoteConfig, StdioConfig } from '../../main/core/config/serverConfig.ts';

const common = {
  origin: { level: 'user', file: '/home/someone/mcp.json' },
  hides: [],
  disabled: false,
  era: 'auto',
  suggestedAllow: [],
} as const;

export const stdioConfig = (name: string, more: Partial<StdioConfig> = {}): StdioConfig => ({
  ...common,
  hides: [],
  suggestedAllow: [],
  name,
  transport: 'stdio',
  command: 'fake',
  args: [],
  env: {},
  ...more,
});

export const remoteConfig = (name: string, more: Partial<RemoteConfig> = {}): RemoteConfig => ({
  ...common,
  hides: [],
  suggestedAllow: [],
  name,
  transport: 'http',
  url: 'https://mcp.example.test/mcp',
  headers: {},
  fallbackToSse: false,
  ...more,
});
