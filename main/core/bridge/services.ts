import type { Mode } from '../../../preload/contract/permissions.ts';
import type { Notice, ServerDraft } from '../../../preload/contract/servers.ts';
import type { ProviderKind } from '../../../preload/contract/settings.ts';
import type { AgentService } from '../agent/agentService.ts';
import type { ExecuteToolCall } from '../agent/toolCaller.ts';
import type { AuthService } from '../auth/authService.ts';
import type { ConfigService } from '../config/configService.ts';
import type { ConversationStore } from '../conversations/store.ts';
import type { EditorLinks } from '../discovery/editorLinks.ts';
import type { Approvals } from '../permissions/approvals.ts';
import type { AuditLog } from '../permissions/auditLog.ts';
import type { ExportAudit } from '../permissions/exportAudit.ts';
import type { RuleStore } from '../permissions/ruleStore.ts';
import type { RuleWorkshop } from '../permissions/ruleWorkshop.ts';
import type { Clock, Logger, Secrets } from '../ports.ts';
import type { Elicitations } from '../requests/elicitations.ts';
import type { ServerManager } from '../servers/serverManager.ts';
import type { SettingsStore } from '../settings/settingsStore.ts';
import type { PinStore } from '../tools/definitionPin.ts';
import type { SyncGate } from '../tools/syncGate.ts';
import type { ServerToolTable } from '../tools/toolTable.ts';
import type { LastCall } from '../trace/serverStages.ts';
import type { TryServer } from '../trace/tryServer.ts';

/** What views and handlers work with. Built by the composition; nothing here constructs anything. */
export interface Services {
  clock: Clock;
  logger: Logger;
  redact: <T>(value: T) => T;
  settings: SettingsStore;
  secrets: Secrets;
  config: ConfigService;
  auth: AuthService;
  servers: ServerManager;
  tools: ServerToolTable;
  pins: PinStore;
  sync: SyncGate;
  rules: RuleStore;
  approvals: Approvals;
  elicitations: Elicitations;
  audit: AuditLog;
  workshop: RuleWorkshop;
  exportAudit: ExportAudit;
  mode: { current(): Mode; set(mode: Mode): Promise<void>; onChange(listener: () => void): () => void };
  agent: AgentService;
  conversations: ConversationStore;
  /** For requests to model providers: the proxies and authorities of the settings. */
  modelFetch: typeof fetch;
  execute: ExecuteToolCall;
  lastCall: (server: string) => LastCall | undefined;
  onCall: (listener: (server: string) => void) => () => void;
  tryServer: TryServer;
  editors: EditorLinks;
  childEnvironment: () => Promise<Record<string, string>>;
  apiKeyName: (kind: ProviderKind) => string;
  weatherDraft: () => ServerDraft;
  /** What only the desktop can do. */
  desktop: {
    openExternal(url: string): Promise<void>;
    showFile(path: string): void;
    /** Opens a file in the program the system has for it; rejects when there is none. */
    openFile(path: string): Promise<void>;
    chooseFolder(): Promise<string | undefined>;
    /** Result files and the data folder: all that `host.showFile` may name. */
    mayShow(path: string): boolean;
    applyTheme(theme: 'system' | 'light' | 'dark'): void;
  };
  /** Notices of the start, such as a damaged store. */
  standing: readonly Notice[];
  /** Notices the user closed; they come back when they say something else. */
  dismissed: Set<string>;
}
