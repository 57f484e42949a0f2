import type { MessageKey } from '../../../preload/contract/locales/en.ts';
import type { Settings, SettingsPatch } from '../../../preload/contract/settings.ts';

type Field<K> = K extends `settings.mcp.field.${infer N}` ? N : never;

/** One limit that a person may change. Times are kept in milliseconds and shown in seconds. */
export interface Limit {
  key: Field<MessageKey>;
  group: 'connecting' | 'calls';
  unit: 'seconds' | 'count';
  min: number;
  max: number;
  read: (settings: Settings) => number;
  patch: (value: number) => SettingsPatch;
}

type McpNumber = { [K in keyof Settings['mcp']]: Settings['mcp'][K] extends number ? K : never }[keyof Settings['mcp']] & Field<MessageKey>;
const mcp = (key: McpNumber, group: Limit['group'], unit: Limit['unit'], min: number, max: number): Limit => {
  const scale = unit === 'seconds' ? 1000 : 1;
  return { key, group, unit, min, max, read: (settings) => settings.mcp[key] / scale, patch: (value) => ({ mcp: { [key]: value * scale } }) };
};

export const LIMITS: readonly Limit[] = [
  mcp('localConcurrency', 'connecting', 'count', 1, 64),
  mcp('remoteConcurrency', 'connecting', 'count', 1, 256),
  mcp('connectTimeoutMs', 'connecting', 'seconds', 1, 3600),
  mcp('installTimeoutMs', 'connecting', 'seconds', 1, 7200),
  mcp('listTimeoutMs', 'connecting', 'seconds', 1, 3600),
  mcp('maxToolPages', 'connecting', 'count', 1, 1000),
  mcp('cooldownMs', 'connecting', 'seconds', 0, 3600),
  mcp('maxFailures', 'connecting', 'count', 1, 100),
  mcp('callTimeoutMs', 'calls', 'seconds', 1, 86_400),
  mcp('callTotalTimeoutMs', 'calls', 'seconds', 1, 604_800),
  {
    key: 'maxSteps',
    group: 'calls',
    unit: 'count',
    min: 1,
    max: 1000,
    read: (settings) => settings.agent.maxSteps,
    patch: (maxSteps) => ({ agent: { maxSteps } }),
  },
];
