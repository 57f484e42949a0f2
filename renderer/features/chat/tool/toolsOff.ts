import type { ToolsOff } from '../../../../preload/contract/tools.ts';

export const NONE_OFF: ToolsOff = { servers: [], tools: [] };

const toggled = (list: readonly string[], item: string, off: boolean): string[] => {
  const others = list.filter((other) => other !== item);
  return off ? [...others, item] : others;
};

export const withServer = (off: ToolsOff, server: string, on: boolean): ToolsOff => ({ ...off, servers: toggled(off.servers, server, !on) });
export const withTool = (off: ToolsOff, name: string, on: boolean): ToolsOff => ({ ...off, tools: toggled(off.tools, name, !on) });
export const countOff = (off: ToolsOff): number => off.servers.length + off.tools.length;
