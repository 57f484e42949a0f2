import type { FileRef, ResultBlock, Usage } from '../../../preload/contract/chat.ts';
import type { AgentEvent, RunEnd } from './runEvents.ts';

/** One line of `ask --json`; the field names are fixed by the command-line contract. */
export type AskEvent =
  | { type: 'text-delta' | 'reasoning-delta'; text: string }
  | { type: 'tool-call'; id: string; name: string; server: string; original: string; arguments: Record<string, unknown> }
  | { type: 'approval'; id: string; verdict: 'allow' | 'deny'; rule: string; reason?: string }
  | { type: 'progress'; id: string; progress: number; total?: number; message?: string }
  | {
      type: 'tool-result';
      id: string;
      ok: boolean;
      isError: boolean;
      error?: { code: string; message: string };
      text: string;
      files: string[];
      ms: number;
    }
  | { type: 'notice'; code: string; server?: string; message: string; tool?: string; values?: Record<string, unknown> }
  | { type: 'step-end'; step: number; usage?: Usage }
  | { type: 'done'; stop: RunEnd['stop']; text: string; error?: { code: string; message: string; fix?: string }; usage?: Usage };

const fileOf = (block: ResultBlock): FileRef | undefined => ('file' in block ? block.file : undefined);

/** Makes the lines of one run; keeps which approvals were already told. */
export function createAskTranslator(): (event: AgentEvent) => AskEvent[] {
  const told = new Set<string>();

  function approval(id: string, verdict: { verdict: string; rule: string; reason?: string | undefined } | undefined): AskEvent[] {
    if (!verdict || told.has(id)) return [];
    told.add(id);
    // An `ask` that nobody answered is a denial.
    return [
      {
        type: 'approval',
        id,
        verdict: verdict.verdict === 'allow' ? 'allow' : 'deny',
        rule: verdict.rule,
        ...(verdict.reason ? { reason: verdict.reason } : {}),
      },
    ];
  }

  return (event) => {
    switch (event.kind) {
      case 'text':
        return [{ type: 'text-delta', text: event.text }];
      case 'reasoning':
        return event.text === '' ? [] : [{ type: 'reasoning-delta', text: event.text }];
      case 'call': {
        const { id, name, server, original, arguments: args } = event.call;
        return [{ type: 'tool-call', id, name, server, original, arguments: args }];
      }
      case 'call-update': {
        const { progress, verdict } = event.change;
        return [...approval(event.id, verdict), ...(progress ? [{ type: 'progress' as const, id: event.id, ...definedOnly(progress) }] : [])];
      }
      case 'call-end': {
        const { verdict, error, result, ms = 0 } = event.change;
        const files = [...(result?.blocks ?? []).flatMap((block) => fileOf(block)?.path ?? []), ...(result?.full ? [result.full.path] : [])];
        return [
          ...approval(event.id, verdict),
          {
            type: 'tool-result',
            id: event.id,
            ok: error === undefined,
            isError: event.isError,
            ...(error ? { error: { code: error.code, message: error.message } } : {}),
            text: event.text,
            files: [...new Set(files)],
            ms,
          },
        ];
      }
      case 'form':
        return [
          {
            type: 'notice',
            code: 'assistant.form',
            message: `${event.title} needs values that the text does not hold: ${missing(event).join(', ')}.`,
            tool: event.tool,
            values: event.values,
          },
        ];
      case 'notice': {
        const server = event.params?.server;
        return [{ type: 'notice', code: event.code, ...(typeof server === 'string' ? { server } : {}), message: event.message }];
      }
      case 'step-end':
        return [{ type: 'step-end', step: event.step, ...(event.usage ? { usage: event.usage } : {}) }];
      case 'state':
      case 'step-start':
        return [];
    }
  };
}

export function doneEvent(end: RunEnd): AskEvent {
  const { stop, text, error, usage } = end;
  return {
    type: 'done',
    stop,
    text,
    ...(error ? { error: { code: error.code, message: error.message, ...(error.fix ? { fix: error.fix } : {}) } } : {}),
    ...(usage ? { usage } : {}),
  };
}

function missing({ inputSchema, values }: Extract<AgentEvent, { kind: 'form' }>): string[] {
  const required = Array.isArray(inputSchema.required) ? inputSchema.required : [];
  return required.filter((name): name is string => typeof name === 'string' && !Object.hasOwn(values, name));
}

function definedOnly({ progress, total, message }: { progress: number; total?: number | undefined; message?: string | undefined }): {
  progress: number;
  total?: number;
  message?: string;
} {
  return { progress, ...(total === undefined ? {} : { total }), ...(message === undefined ? {} : { message }) };
}
