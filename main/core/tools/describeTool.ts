import { clipCharacters, clipWords } from '../base/clipText.ts';
import { revealHidden, stripHidden } from '../base/hiddenText.ts';

/** UTF-16 units a model gets of a description (TOL-5). */
export const MAX_DESCRIPTION = 2048;
/** UTF-16 units of a catalogue line (TOL-5). */
export const MAX_CATALOG_LINE = 100;
const MAX_TITLE = 120;

/** What a description is made from; `parameters` are the names of the input schema's properties. */
export interface Describable {
  original: string;
  server: string;
  title?: string;
  description?: string;
  parameters: readonly string[];
}

/** For the model: clean, never empty, at most 2,048 characters (TOL-5). */
export function describeTool(tool: Describable): string {
  const own = stripHidden(tool.description ?? '').trim();
  return clipCharacters(own === '' ? generated(tool) : own, MAX_DESCRIPTION);
}

/** One line for the catalogue in the system prompt, at most 100 characters, cut between words. */
export const catalogLineOf = (description: string): string => clipWords(description, MAX_CATALOG_LINE);

/** The display name: the server's title, else its own name for the tool; hidden characters made visible, one line. */
export function titleOf(tool: Pick<Describable, 'original' | 'title'>): string {
  const title = revealHidden(tool.title ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  if (title !== '') return clipCharacters(title, MAX_TITLE);
  // A name of nothing but blanks would be an empty line in a list; in quotes it is seen.
  return clipCharacters(tool.original.trim() === '' ? JSON.stringify(tool.original) : revealHidden(tool.original), MAX_TITLE);
}

/** Words for a tool whose server wrote none: providers refuse an empty description, and a model needs a hint. */
function generated(tool: Describable): string {
  const name = clipCharacters(stripHidden(tool.original).trim() || 'unnamed', MAX_TITLE);
  const title = stripHidden(tool.title ?? '').trim();
  const what = title !== '' && title !== name ? `${clipCharacters(title, MAX_TITLE)}. ` : '';
  const names = tool.parameters.slice(0, 12).map((parameter) => clipCharacters(stripHidden(parameter), 60));
  const more = tool.parameters.length > names.length ? ', …' : '';
  const takes = names.length > 0 ? ` Parameters: ${names.join(', ')}${more}.` : '';
  return `${what}The tool "${name}" of the server "${clipCharacters(stripHidden(tool.server), MAX_TITLE)}", without a description of its own.${takes}`;
}
