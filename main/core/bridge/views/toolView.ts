import type { PinState, ProviderNotes, Risk, ToolRow, ToolView } from '../../../../preload/contract/tools.ts';
import { hasHidden, revealHidden } from '../../base/hiddenText.ts';
import { diffDefinitions } from '../../tools/definitionDiff.ts';
import type { Pin } from '../../tools/definitionPin.ts';
import { toolTokens } from '../../tools/estimateTokens.ts';
import { equalJson } from '../../tools/schema/equalJson.ts';
import { normalizeSchema } from '../../tools/schema/normalizeSchema.ts';
import type { Tool } from '../../tools/tool.ts';

/** UTF-16 units of a description that a list shows. */
const LINE = 200;
const FAMILIES: readonly ProviderNotes['family'][] = ['openai-compatible', 'anthropic', 'google'];

export interface ToolFacts {
  enabled: boolean;
  pin: PinState;
  risk: Risk;
}

/** A tool for a list. Nothing here reads the schema: a list of 10,000 stays cheap. */
export function toolRow(tool: Tool, { enabled, pin, risk }: ToolFacts): ToolRow {
  const { name, server, original, title, fullDescription, definition } = tool;
  const own = typeof definition.title === 'string' ? definition.title : '';
  return {
    name,
    server,
    original,
    title,
    line: lineOf(fullDescription.trim() === '' ? tool.description : fullDescription),
    risk,
    enabled,
    pin,
    ...(tool.appOnly ? { appOnly: true } : {}),
    ...([original, own, fullDescription].some(hasHidden) ? { hidden: true } : {}),
  };
}

/** Cut before it is cleaned: a description may be a megabyte. */
const lineOf = (text: string): string =>
  revealHidden(text.trimStart().slice(0, 2 * LINE))
    .replace(/\s+/g, ' ')
    .slice(0, LINE);

/** A tool in full, for people: what the server wrote beside what the model gets, and what became of it on the way. */
export function toolView(tool: Tool, facts: ToolFacts & { pinned?: Pin | undefined }): ToolView {
  const { pinned } = facts;
  const full = revealHidden(tool.fullDescription);
  const providers = providerNotes(tool);
  return {
    ...toolRow(tool, facts),
    description: tool.description,
    ...(full.trim() !== '' && full !== tool.description ? { fullDescription: full } : {}),
    inputSchema: tool.originalSchema,
    ...(equalJson(tool.originalSchema, tool.inputSchema) ? {} : { formSchema: tool.inputSchema }),
    ...(tool.outputSchema ? { outputSchema: tool.outputSchema } : {}),
    annotations: tool.annotations,
    definitionHash: tool.definitionHash,
    tokens: toolTokens(tool),
    ...(tool.notes && tool.notes.length > 0 ? { notes: [...tool.notes] } : {}),
    ...(providers.length > 0 ? { providers } : {}),
    ...(pinned ? { pinnedAt: pinned.at } : {}),
    ...(pinned && facts.pin === 'changed' ? { changes: diffDefinitions(pinned.definition, tool.definition) } : {}),
  };
}

/** What only some providers do not get; what nobody gets is among the tool's own notes. */
function providerNotes(tool: Tool): ProviderNotes[] {
  const common = new Set(normalizeSchema(tool.originalSchema).notes);
  return FAMILIES.flatMap((family) => {
    const notes = normalizeSchema(tool.originalSchema, family).notes.filter((note) => !common.has(note));
    return notes.length > 0 ? [{ family, notes }] : [];
  });
}
