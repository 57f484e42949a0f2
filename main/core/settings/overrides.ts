import type { Notice } from '../../../preload/contract/servers.ts';
import type { Settings } from '../../../preload/contract/settings.ts';
import { makeNotice } from './notice.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The variables other hosts know (CON-3, RES): they count above the settings file for as long as the process lives. Milliseconds and tokens. */
export function applyOverrides(settings: Settings, env: Env): { settings: Settings; notices: Notice[] } {
  const notices: Notice[] = [];
  const number = (name: string): number | undefined => {
    const text = env[name]?.trim();
    if (!text) return undefined;
    const value = Number(text);
    if (Number.isSafeInteger(value) && value > 0) return value;
    const message = `The environment variable ${name} is not a whole number above 0, so it is not used.`;
    notices.push(makeNotice({ severity: 'warning', code: 'config.setting', field: name, message, fix: `Correct ${name} or remove it.` }));
    return undefined;
  };
  const connectTimeoutMs = number('MCP_TIMEOUT') ?? settings.mcp.connectTimeoutMs;
  const callTimeoutMs = number('MCP_TOOL_TIMEOUT') ?? settings.mcp.callTimeoutMs;
  const maxTokens = number('MAX_MCP_OUTPUT_TOKENS') ?? settings.results.maxTokens;
  return {
    settings: {
      ...settings,
      // A cap below the wish for one call would silently take the wish back.
      mcp: { ...settings.mcp, connectTimeoutMs, callTimeoutMs, callTotalTimeoutMs: Math.max(settings.mcp.callTotalTimeoutMs, callTimeoutMs) },
      results: { ...settings.results, maxTokens },
    },
    notices,
  };
}
