import type { Mode, Rule } from '../../preload/contract/permissions.ts';
import type { Redactor } from '../core/logs/redact.ts';
import type { OnlineKind } from '../core/models/createModel.ts';
import type { Clock, Logger, OpenExternal, Paths } from '../core/ports.ts';
import type { Encryptor } from '../core/settings/fileSecrets.ts';

/** A model chosen by the caller instead of by the settings (command line). */
export type ModelChoice = { kind: 'offline' } | { kind: OnlineKind; baseUrl?: string; model: string; apiKey?: string };

/** What a shell hands to the composition: the world, and what it wants different from the settings. */
export interface CoreOptions {
  paths: Paths;
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  homeDir: string;
  clock: Clock;
  logger: Logger;
  redact: Redactor;
  encryptor?: Encryptor;
  /** Started from a terminal: its PATH is the one the user knows (TRN-1). */
  fromTerminal: boolean;
  /** Whether somebody is there to answer an approval. Without, an ask is a denial. */
  interactive: boolean;
  watch: boolean;
  /** Opens the browser for a sign-in; without, nobody can sign in from here. */
  openExternal?: OpenExternal;
  explicitFiles?: readonly string[];
  projectFolder?: string;
  trustProject?: boolean;
  /** Override the settings for this process, in milliseconds. */
  callTimeoutMs?: number;
  connectTimeoutMs?: number;
  mode?: Mode;
  rules?: readonly Omit<Rule, 'id' | 'createdAt'>[];
  model?: ModelChoice;
  version: string;
}
