import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Mode } from '../../preload/contract/permissions.ts';
import type { DisposableStack } from '../core/base/disposable.ts';
import { Emitter } from '../core/base/emitter.ts';
import { type Approvals, createApprovals } from '../core/permissions/approvals.ts';
import { type AuditLog, createAuditLog } from '../core/permissions/auditLog.ts';
import { createExportAudit, type ExportAudit } from '../core/permissions/exportAudit.ts';
import type { Gate } from '../core/permissions/gate.ts';
import { createGate } from '../core/permissions/gateService.ts';
import { createRuleStore, type RuleStore } from '../core/permissions/ruleStore.ts';
import { createRuleWorkshop, type RuleWorkshop } from '../core/permissions/ruleWorkshop.ts';
import { checkArguments } from '../core/tools/arguments/validateArguments.ts';
import { diffDefinitions } from '../core/tools/definitionDiff.ts';
import type { Connections } from './connections.ts';
import type { Foundation } from './foundation.ts';
import type { CoreOptions } from './options.ts';

/** The mode in force; `allow-all` lasts for the session and is never saved (PER-2). */
export interface ModeSwitch {
  current(): Mode;
  set(mode: Mode): Promise<void>;
  onChange(listener: () => void): () => void;
}

export interface Permissions {
  rules: RuleStore;
  approvals: Approvals;
  gate: Gate;
  audit: AuditLog;
  workshop: RuleWorkshop;
  exportAudit: ExportAudit;
  mode: ModeSwitch;
}

export function composePermissions(options: CoreOptions, foundation: Foundation, connections: Connections, undo: DisposableStack): Permissions {
  const { paths, clock, logger } = options;
  const { tools, pins, sync } = connections;
  const newId = (): string => randomUUID();
  const rules = createRuleStore({ file: paths.rulesFile });
  undo.add(() => rules.flush());
  for (const rule of options.rules ?? []) void rules.add({ ...rule, id: newId(), createdAt: clock.now() });
  const audit = createAuditLog({ folder: paths.logs, redact: options.redact, newId, clock, log: logger });
  undo.add(() => audit.flush());
  const approvals = createApprovals({ newId, now: () => clock.now() });
  undo.add(() => approvals.dispose());
  const mode = createModeSwitch(options, foundation);
  const gate = createGate({
    rules,
    ...(options.interactive ? { approvals } : {}),
    mode: () => mode.current(),
    projectFolder: () => foundation.config.current().projectFolder,
    pins: {
      stateOf: (tool) => pins.stateOf(tool),
      remember(tool) {
        const known = tools.find(tool.server, tool.original);
        if (known && known.definitionHash === tool.definitionHash) void pins.pin(known).catch(() => undefined);
      },
      previousOf(tool) {
        const [pin, known] = [pins.pinOf(tool), tools.find(tool.server, tool.original)];
        if (!pin || !known || pin.hash === known.definitionHash) return undefined;
        return { approvedAt: pin.at, changes: diffDefinitions(pin.definition, known.definition) };
      },
    },
    checkArguments(tool, args) {
      const known = tools.find(tool.server, tool.original);
      const [first] = known ? checkArguments(known.originalSchema, args).errors : [];
      return first && { code: 'call.arguments', message: `${first.path || 'The arguments'}: ${first.reason}` };
    },
    isCurrent(tool) {
      const known = tools.find(tool.server, tool.original);
      const now = known && sync.currentOf(known).kind;
      return now === 'same' && known?.definitionHash === tool.definitionHash;
    },
    newId,
    clock,
    log: logger,
    homeFolder: options.homeDir,
  });
  const workshop = createRuleWorkshop({
    rules,
    audit,
    tools,
    projectFolder: () => foundation.config.current().projectFolder,
    homeFolder: options.homeDir,
    clock,
    newId,
  });
  const exportAudit = createExportAudit({ audit, folder: path.join(paths.home, 'exports'), clock, redact: options.redact });
  return { rules, approvals, gate, audit, workshop, exportAudit, mode };
}

function createModeSwitch({ mode: given }: CoreOptions, { settings, current }: Foundation): ModeSwitch {
  const changed = new Emitter<void>();
  let session: Mode | undefined = given;
  return {
    current: () => session ?? current().permissions.mode,
    async set(mode) {
      session = mode === 'allow-all' ? mode : undefined;
      if (mode !== 'allow-all') await settings.update({ permissions: { mode } });
      changed.emit();
    },
    onChange: (listener) => changed.on(listener),
  };
}
