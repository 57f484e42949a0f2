import type { HostState, Patch } from '../../../preload/contract/mirror.ts';

type Mask = <T>(value: T) => T;

/**
 * What people write, what a model writes, and what tools are asked and answer goes as it is: it is theirs, and a call is approved as it would be
 * sent. Everything else that main says is masked on its last step before the window (SEC-2), wherever the text came from.
 */
const AS_IT_IS: ReadonlySet<PropertyKey | undefined> = new Set<keyof HostState>(['chats', 'conversations', 'approvals', 'elicitations', 'trials']);

export const maskedState = (state: HostState, mask: Mask): HostState =>
  Object.fromEntries(Object.entries(state).map(([key, value]) => [key, AS_IT_IS.has(key) ? value : mask(value)])) as unknown as HostState;

export const maskedPatches = (patches: readonly Patch[], mask: Mask): Patch[] =>
  patches.map((patch) => {
    if (AS_IT_IS.has(patch.path[0]) || patch.op === 'delete') return patch;
    return patch.op === 'append' ? { ...patch, text: mask(patch.text) } : { ...patch, value: mask(patch.value) };
  });
