import type { Remark } from './entryTemplate.ts';

/** A text that a person was meant to replace: `<YOUR_TOKEN>`, `YOUR_API_KEY`, `{{token}}`, `xxxxxx`. */
export const isPlaceholder = (value: string): boolean =>
  /^(?:(?:Bearer|Basic|Token)\s+)?(?:<[^<>]{1,80}>|\[[A-Za-z _-]{3,80}\]|\{\{[^{}]{1,80}\}\}|your[-_ ].{1,80}|x{4,}|\*{3,}|changeme)$/i.test(
    value.trim(),
  );

/**
 * Headers as they can be sent: blank ones are left out, so that an empty `Authorization` of a template does not stand in the way of a sign-in;
 * of two spellings of one name the last counts; blanks around a value are no part of it (RFC 9110 5.5).
 */
export function usableHeaders(given: Record<string, string>, remarks: Remark[]): Record<string, string> {
  const last = new Map<string, [string, string]>();
  const remark = (name: string, severity: Remark['severity'], reason: string, fix: string): void =>
    void remarks.push({ field: `headers.${name}`, severity, reason: `headers.${name} ${reason}`, fix });
  for (const [name, written] of Object.entries(given)) {
    const value = written.replace(/^[ \t]+|[ \t]+$/g, '');
    if (value.trim() === '') {
      remark(name, 'info', 'is blank and is left out', 'Give it a value, or remove it.');
      continue;
    }
    const before = last.get(name.toLowerCase());
    if (before) remark(name, 'warning', `and headers.${before[0]} are one header, so the last one counts`, 'Remove one of them.');
    if (isPlaceholder(value)) remark(name, 'warning', 'still holds the placeholder of a template', 'Put the real value in its place.');
    if (/^(Bearer|Basic)\s+(Bearer|Basic)\s/i.test(value)) remark(name, 'warning', 'says its scheme twice', 'Write it once.');
    last.set(name.toLowerCase(), [name, value]);
  }
  return Object.fromEntries(last.values());
}
