import type { FileRef, ResultBlock } from '../../../preload/contract/chat.ts';
import type { ToolCallOutcome } from '../../core/agent/toolCaller.ts';
import { assertNever } from '../../core/base/assertNever.ts';
import { toErrorInfo } from '../../core/base/hostError.ts';
import { fixFor } from '../../core/trace/fixes.ts';
import { connectAll, printNotices, toolNamed } from '../connect.ts';
import type { Command } from '../context.ts';
import { EXIT, exitOf } from '../exitCodes.ts';
import { readArgsOption } from '../readArguments.ts';

/** `call SERVER TOOL`: one call by the original name through the gate. */
export const call: Command = async (context) => {
  const { core, args, out, signal } = context;
  const [server = '', original = ''] = args.positionals;
  const given = readArgsOption(args.args);
  await connectAll(context);
  let outcome: ToolCallOutcome;
  try {
    const tool = toolNamed(context, server, original);
    outcome = await core.execute({ callId: 'cli-1', tool, arguments: given, asker: 'command-line', signal });
  } catch (error) {
    const info = toErrorInfo(error);
    outcome = { error: info, modelText: info.message, isError: true, ms: 0 };
  }
  const { error } = outcome;
  const view = outcome.result?.view;
  const isError = view?.isError ?? false;
  if (args.json) {
    out.json({
      ok: !error && !isError,
      isError,
      content: view?.blocks.map(contentOf) ?? [],
      ...(view?.structured === undefined ? {} : { structuredContent: outcome.result?.structured ?? view.structured }),
      text: outcome.modelText,
      files: filesOf(outcome),
      ...(error ? { error: { code: error.code, message: error.message, ...(fixFor(error) ? { fix: fixFor(error) } : {}) } } : {}),
      ms: Math.round(outcome.ms),
    });
  } else if (error) {
    out.note(`${error.code}: ${error.message}`);
    const fix = fixFor(error);
    if (fix) out.note(`  → ${fix}`);
  } else {
    out.text(outcome.modelText);
    for (const file of filesOf(outcome)) out.note(`file: ${file}`);
  }
  if (!args.json) printNotices(context);
  if (signal.aborted) return EXIT.interrupted;
  if (error) return exitOf(error.code);
  return isError ? EXIT.failed : EXIT.ok;
};

function filesOf({ result }: ToolCallOutcome): string[] {
  const refs = [...(result?.view.blocks.map(fileOf) ?? []), result?.view.full].filter((ref) => ref !== undefined);
  return [...new Set(refs.map((ref) => ref.path))];
}

/** A block in the protocol's own words (2025-11-25, ContentBlock); binary data is named by its file instead of carried along. */
function contentOf(block: ResultBlock): Record<string, unknown> {
  switch (block.kind) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
    case 'audio':
    case 'file':
      return { type: block.kind, mimeType: block.file.mimeType, path: block.file.path, bytes: block.file.bytes };
    case 'link': {
      const { kind: _, ...link } = block;
      return { type: 'resource_link', ...link };
    }
    case 'resource': {
      const { kind: _, file, ...resource } = block;
      return { type: 'resource', resource: { ...resource, ...(file ? { path: file.path } : {}) } };
    }
    case 'unknown':
      return { type: 'unknown', json: block.json };
    default:
      return assertNever(block);
  }
}

const fileOf = (block: ResultBlock): FileRef | undefined => ('file' in block ? block.file : undefined);
