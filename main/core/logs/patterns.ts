import { isSecretName, isSecretParameter, tokenShapes } from './secretNames.ts';

/** What stands in the place of a secret. */
export const MASK = '***';

/** `${TOKEN}` names a secret and is none. */
export const isReference = (value: string): boolean => value === MASK || value === '' || /^(?:(?:Bearer|Basic|Token)\s+)?\$\{[^}]+\}$/i.test(value);

/**
 * Masking by name and by shape, for secrets whose values nobody registered. Runs over every line of every server, so each step first looks
 * for something rare; all of it is linear in the length of the text.
 */
export function redactPatterns(text: string): string {
  let out = maskPrivateKeys(text);
  if (out.includes('://')) out = out.replace(/:\/\/[^\s/@"'<>]{1,2000}@/g, `://${MASK}@`);
  if (out.includes('=')) out = out.replace(/([?&#])([\w.-]{1,80})=([^&#\s"'<>]+)/g, maskParameter);
  if (SCHEME_HINT.test(out)) out = out.replace(SCHEME, `$1$2${MASK}`);
  if (SHAPE_HINT.test(out)) out = out.replace(tokenShapes(), MASK);
  return maskNamed(out);
}

/** A key without its end goes with everything behind it. */
function maskPrivateKeys(text: string): string {
  if (!text.includes('PRIVATE KEY-----')) return text;
  const begin = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/g;
  const end = /-----END [A-Z ]{0,40}PRIVATE KEY-----/g;
  let out = '';
  let from = 0;
  for (let hit = begin.exec(text); hit; hit = begin.exec(text)) {
    end.lastIndex = begin.lastIndex;
    const last = end.exec(text) ? end.lastIndex : text.length;
    out += text.slice(from, hit.index) + MASK;
    from = last;
    begin.lastIndex = last;
  }
  return out + text.slice(from);
}

const maskParameter = (all: string, before: string, name: string, value: string): string =>
  isSecretParameter(name) && !isReference(value) ? `${before}${name}=${MASK}` : all;

const SCHEME_HINT = /bearer|basic|token|apikey/i;
/** The word alone is English; followed by something that is no word, it is a credential. */
const SCHEME = /\b(Bearer|Basic|Token|ApiKey)(\s+)(?=[^\s"',;]*(?:[\d_~+/=-]|\.\w)|[^\s"',;]{20})([\w.~+/=-]{6,})/gi;
const SHAPE_HINT = /sk-|gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|AKIA|ASIA|AIza|ya29|hf_|npm_|ntn_|eyJ/;

/** How a name that says "secret" ends; `isSecretName` then judges the whole name. */
const NAME_END =
  /(?:authorization|cookies?|passwords?|passwd|pass|passphrase|passcode|secrets?|credentials?|bearer|keys?|token|pwd|pat|dsn|string|verifier|assertion)(?![\w.-])/gi;
/** Behind it: `: value` or `= value` in all spellings (JSON, JSON inside JSON, header, shell). */
const ASSIGNED =
  /\\?["']?\s{0,3}[:=]\s{0,3}((?:Bearer|Basic|Token|Digest)\s+[^\s"',;]+|\\"[^"\\]{0,20000}\\"|"(?:\\.|[^"\\]){0,20000}"|'[^'\n]{0,20000}'|\$\{[^}\n]{0,200}\}|[^\s,;&"'<>{}[\]()|]+)/iy;
/** Behind a command line flag: a blank and the value. */
const FLAGGED = /\s+("[^"\n]{0,20000}"|'[^'\n]{0,20000}'|[^\s"'-][^\s"']*)/y;
const LONGEST_NAME = 80;

function maskNamed(text: string): string {
  let out = '';
  let from = 0;
  NAME_END.lastIndex = 0;
  for (let hit = NAME_END.exec(text); hit; hit = NAME_END.exec(text)) {
    const end = NAME_END.lastIndex;
    const start = nameStart(text, hit.index, Math.max(from, end - LONGEST_NAME));
    const name = text.slice(start, end);
    if (!isSecretName(name)) continue;
    const value = valueAt(ASSIGNED, text, end) ?? (name.startsWith('-') ? valueAt(FLAGGED, text, end) : undefined);
    if (!value) continue;
    const masked = maskValue(value.text);
    if (masked === undefined) continue;
    out += text.slice(from, value.at) + masked;
    from = value.at + value.text.length;
    NAME_END.lastIndex = from;
  }
  return from === 0 ? text : out + text.slice(from);
}

function nameStart(text: string, at: number, least: number): number {
  let start = at;
  while (start > least && /[\w.-]/.test(text[start - 1] ?? '')) start -= 1;
  return start;
}

function valueAt(pattern: RegExp, text: string, from: number): { at: number; text: string } | undefined {
  pattern.lastIndex = from;
  const value = pattern.exec(text)?.[1];
  return value === undefined ? undefined : { at: pattern.lastIndex - value.length, text: value };
}

/** Undefined when there is nothing to mask. Quotes stay, so that JSON stays JSON. */
function maskValue(value: string): string | undefined {
  if (value === MASK || /^(null|true|false|undefined)$/.test(value)) return undefined;
  const open = /^\\?["']/.exec(value)?.[0] ?? '';
  return isReference(open ? value.slice(open.length, -open.length) : value) ? undefined : `${open}${MASK}${open}`;
}
