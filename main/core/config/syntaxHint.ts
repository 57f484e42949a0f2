/** The way out of a syntax error, by what stands at its place. Lines and columns count from 1. */
export function syntaxHint(text: string, line: number, column: number): string {
  const row = text.split(/\r\n?|\n/)[line - 1] ?? '';
  const here = row.slice(Math.max(0, column - 1)).trimStart();
  if (/[\u201c\u201d\u2018\u2019\u00ab\u00bb]/.test(row)) return 'Replace the curly quotes by plain ones (").';
  if (here.startsWith("'")) return 'Write texts in double quotes (").';
  if (here.startsWith('#')) return 'Comments begin with //, not with #.';
  if (here.startsWith('```')) return 'Remove the lines with ```; they are no part of the JSON.';
  if (/^[A-Za-z_$][\w$-]*\s*:/.test(here)) return 'Write names in double quotes ("name": …); YAML is not read here.';
  if (/^\[[\w.-]+\]\s*$/.test(row.trim()) || /^[\w.-]+\s*=/.test(here)) return 'This looks like TOML; write JSON: { "mcpServers": { … } }.';
  if (here.startsWith('\0')) return 'The file was not saved whole; save it again as UTF-8.';
  return 'Mend that place; comments and trailing commas are fine.';
}
