import type { ChatView, ConversationSummary, ToolCallView } from './chat.ts';
import type { ElicitationView } from './elicitations.ts';
import type { ConnectionTestView, EditorView } from './entrySetup.ts';
import type { ApprovalRequest, Mode } from './permissions.ts';
import type { Notice, ServerView, TrustRequest } from './servers.ts';
import type { SettingsView } from './settings.ts';

/** Facts of the running app that never change while it runs. */
export interface AppView {
  version: string;
  platform: string;
  /** A facility the shell does not offer, to be told to the user, e.g. encryption of secrets. */
  missing: { encryption: boolean; notifications: boolean };
  /** What the window runs in, for the About line only; no code branches on it. */
  shell: string;
  homeFolder: string;
}

/** All that main shares with the window. Records by id; no secrets, no large data. */
export interface HostState {
  app: AppView;
  settings: SettingsView;
  /** The permission mode in force; `allow-all` lives only for this session. */
  mode: Mode;
  project: { folder?: string; trust?: TrustRequest };
  notices: Record<string, Notice>;
  servers: Record<string, ServerView>;
  conversations: Record<string, ConversationSummary>;
  /** Only conversations the window has opened. */
  chats: Record<string, ChatView>;
  approvals: Record<string, ApprovalRequest>;
  /** Questions of servers that wait for the person (PRO-4). */
  elicitations: Record<string, ElicitationView>;
  /** Connection tests that run, by the id the window gave them (WIN-4). */
  connectionTests?: Record<string, ConnectionTestView>;
  /** Editors that are alive and have the project open (TRN-6). */
  editors?: Record<string, EditorView>;
  /** Calls of the tool tester that run, by call id (WIN-6). */
  trials?: Record<string, ToolCallView>;
}

export type PathKey = string | number;
/** One change of the state. `append` is how streamed text travels. */
export type Patch =
  | { op: 'set'; path: PathKey[]; value: unknown }
  | { op: 'delete'; path: PathKey[] }
  | { op: 'append'; path: PathKey[]; text: string };

/** Numbered without gaps per window; a gap means: ask for a snapshot. */
export type HostEvent = { kind: 'snapshot'; seq: number; state: HostState } | { kind: 'patches'; seq: number; patches: Patch[] };

type Tree = Record<PathKey, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;
const own = (value: Tree, key: PathKey): boolean => Object.hasOwn(value, key);

/**
 * The patches that turn `before` into `after`. Compares by reference first, so an unchanged branch costs nothing.
 * Arrays that keep their length are compared item by item, arrays that grew are extended, others are replaced.
 */
export function diff(before: unknown, after: unknown, path: PathKey[] = []): Patch[] {
  if (Object.is(before, after)) return [];
  if (typeof before === 'string' && typeof after === 'string' && before.length > 0 && after.length > before.length && after.startsWith(before)) {
    return [{ op: 'append', path, text: after.slice(before.length) }];
  }
  if (Array.isArray(before) && Array.isArray(after)) return diffArrays(before, after, path);
  if (!isTree(before) || !isTree(after) || Array.isArray(before) || Array.isArray(after)) return [{ op: 'set', path, value: after }];
  const patches: Patch[] = [];
  for (const key of Object.keys(before)) if (!own(after, key)) patches.push({ op: 'delete', path: [...path, key] });
  for (const key of Object.keys(after)) {
    // An own key that holds undefined is kept apart from a missing one, so that both sides stay deep-equal.
    if (!own(before, key)) patches.push({ op: 'set', path: [...path, key], value: after[key] });
    else patches.push(...diff(before[key], after[key], [...path, key]));
  }
  return patches;
}

function diffArrays(before: unknown[], after: unknown[], path: PathKey[]): Patch[] {
  if (after.length < before.length) return [{ op: 'set', path, value: after }];
  return after.flatMap((item, i): Patch[] =>
    i < before.length ? diff(before[i], item, [...path, i]) : [{ op: 'set', path: [...path, i], value: item }],
  );
}

/** Applies one patch without touching `state`: every branch on the way is copied, all others are shared. */
export function applyPatch<T>(state: T, patch: Patch): T {
  return change(state, patch, 0) as T;
}

export function applyPatches<T>(state: T, patches: readonly Patch[]): T {
  return patches.reduce((current, patch) => applyPatch(current, patch), state);
}

function change(node: unknown, patch: Patch, depth: number): unknown {
  const key = patch.path[depth];
  if (key === undefined) {
    if (patch.op === 'append') return `${typeof node === 'string' ? node : ''}${patch.text}`;
    return patch.op === 'set' ? patch.value : undefined;
  }
  const copy: Tree = Array.isArray(node) ? ([...node] as unknown as Tree) : isTree(node) ? { ...node } : {};
  const last = depth === patch.path.length - 1;
  if (last && patch.op === 'delete') delete copy[key];
  else copy[key] = change(own(copy, key) ? copy[key] : undefined, patch, depth + 1);
  return copy;
}
