import type { Remember } from '../../preload/contract/entrySetup.ts';

/** The ports: what the core needs from the world around it. Shells make them real, tests hand in fakes. */

export interface Timer {
  cancel(): void;
}

/** Time as a port, so that policies are tested without waiting. Timers never keep the process alive. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  after(ms: number, run: () => void): Timer;
}

export interface Logger {
  info(message: string, details?: Record<string, unknown>): void;
  warn(message: string, details?: Record<string, unknown>): void;
  error(message: string, details?: Record<string, unknown>): void;
}

export type { Remember } from '../../preload/contract/entrySetup.ts';

/** Where secrets live (CFG-8). Keys are plain names such as `provider.apiKey`; values never leave main. */
export interface Secrets {
  /** Whether the operating system offers encryption; when false `encrypted` is refused and the user chooses another way. */
  readonly canEncrypt: boolean;
  get(key: string): Promise<string | undefined>;
  /** How a stored value is kept; undefined when there is none. */
  whereKept(key: string): Promise<Remember | undefined>;
  set(key: string, value: string, remember: Remember): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Opens a web page in the user's browser. Only http and https; anything else rejects. */
export type OpenExternal = (url: string) => Promise<void>;

/** Tells the user something while the window is in the background (PER-6). Never throws; may do nothing. */
export type Notify = (title: string, body: string) => void;

/** The files of the data folder. */
export interface Paths {
  readonly home: string;
  readonly settingsFile: string;
  readonly userServersFile: string;
  readonly trustFile: string;
  readonly rulesFile: string;
  readonly pinsFile: string;
  readonly secretsFile: string;
  readonly database: string;
  readonly results: string;
  readonly caches: string;
  readonly logs: string;
  /** `mcp.json` of the local level for a project folder (CFG-1). */
  localServersFile(folder: string): string;
}
