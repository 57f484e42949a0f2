import type { ElicitationView } from '../../../preload/contract/elicitations.ts';
import { clipCharacters } from '../base/clipText.ts';
import { isSecretName } from '../logs/secretNames.ts';

export type Ask = ElicitationView['ask'];
type Raw = Record<string, unknown>;

/** Answered as JSON-RPC error -32602: the question cannot be shown, and the server is told why. */
export class InvalidParams extends Error {
  readonly code = -32602;
}

const MAX_FIELDS = 50;
const MAX_SCHEMA_CHARS = 100_000;
const MAX_URL_CHARS = 8_000;
const MAX_MESSAGE_CHARS = 4_000;

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the parameters of `elicitation/create`. No mode means a form (client/elicitation, 2025-06-18 knew nothing else). */
export function readElicitation(params: Raw): { message: string; ask: Ask } {
  const message = typeof params.message === 'string' ? clipCharacters(params.message, MAX_MESSAGE_CHARS) : '';
  const mode = params.mode ?? 'form';
  if (mode === 'form') return { message, ask: readForm(params.requestedSchema) };
  if (mode === 'url') return { message, ask: readPage(params.url) };
  throw new InvalidParams(`The elicitation mode ${JSON.stringify(mode)} is not known.`);
}

function readForm(schema: unknown): Ask {
  if (!isRaw(schema) || !isRaw(schema.properties)) throw new InvalidParams('requestedSchema has to be an object schema with properties.');
  const fields = Object.entries(schema.properties);
  if (fields.length > MAX_FIELDS) throw new InvalidParams(`requestedSchema has ${fields.length} fields; at most ${MAX_FIELDS} can be asked.`);
  if (JSON.stringify(schema).length > MAX_SCHEMA_CHARS) throw new InvalidParams('requestedSchema is too large to be shown.');
  const secretFields = fields.filter(([name, field]) => wantsSecret(name, field)).map(([name]) => name);
  return { mode: 'form', requestedSchema: { ...schema, type: 'object' }, secretFields };
}

const SECRET_WORDS =
  /\b(password|passphrase|secret|api[ _-]?key|access[ _-]?token|private[ _-]?key|pin|cvv|one[ -]time code)\b|密码|口令|密钥|令牌|验证码/i;

/** By its name, its format or what its title says. */
function wantsSecret(name: string, field: unknown): boolean {
  if (isSecretName(name) || SECRET_WORDS.test(name)) return true;
  if (!isRaw(field)) return false;
  return field.format === 'password' || (typeof field.title === 'string' && SECRET_WORDS.test(field.title));
}

function readPage(text: unknown): Ask {
  const url = typeof text === 'string' && text.length <= MAX_URL_CHARS ? URL.parse(text) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) throw new InvalidParams('url has to be an http or https address.');
  const local = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  const warnings: Extract<Ask, { mode: 'url' }>['warnings'] = [];
  if (local) warnings.push('local');
  else if (url.protocol === 'http:') warnings.push('not-encrypted');
  if (url.username || url.password) warnings.push('user-info');
  if (url.hostname.split('.').some((label) => label.startsWith('xn--'))) warnings.push('international-name');
  return { mode: 'url', url: url.href, host: url.host, warnings };
}
