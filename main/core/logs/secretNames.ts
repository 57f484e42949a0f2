/** Which names say "a secret follows". Shared by redaction, by export and by the decision what to keep in the secret store. */

const ENDINGS =
  /(^|[^a-z])(authorization|cookies?|passwords?|passwd|passphrase|passcode|secrets?|credentials?|bearer)$|(api|access|secret|private|signing|encryption|subscription|master|service|auth|client|account|license)[-_.]?keys?$|[-_]key$|token$|[-_]pwd$|[-_]pass$|[-_]pat$|[-_]dsn$|connection[-_]?string$|code[-_]?verifier$|assertion$/i;
const CAMEL_ENDINGS = /[a-z0-9](Password|Passwd|Passphrase|Secrets?|Credentials?|Authorization|Cookie)$/;
/** End like a secret and are none: positions in lists, correlation ids, counters. */
const HARMLESS =
  /^(progress|page|next|next[-_]?page|continuation|cursor|cancellation|end|sync|start|stop|pad|eos|bos)[-_]?token$|public[-_]?key$|^(primary|foreign|sort|partition|cache|row|max|min)[-_]key$/i;

/** Header, environment variable, JSON key, query parameter or command line flag (`--api-key`) that carries a secret. */
export function isSecretName(name: string): boolean {
  let known = judged.get(name);
  if (known === undefined) {
    known = judge(name);
    // The same few names come again and again; a stream of new ones must not grow the memory.
    if (judged.size >= 5000) judged.clear();
    // A copy: a slice as the key would keep the whole text it was cut from alive.
    judged.set(Buffer.from(name).toString(), known);
  }
  return known;
}

const judged = new Map<string, boolean>();

function judge(name: string): boolean {
  const bare = name.replace(/^-{1,2}/, '');
  if (bare.length > 80 || HARMLESS.test(bare)) return false;
  return ENDINGS.test(bare) || CAMEL_ENDINGS.test(bare);
}

/** Flags are terse too; but `--key ./server.pem` names a file. */
export const isSecretFlag = (flag: string, value: string): boolean =>
  isSecretName(flag) || (/^--?(key|auth|pass|pwd|pat|jwt|sas)$/i.test(flag) && !/^([.~/\\]|[A-Za-z]:[\\/])|\.(pem|key|crt|json)$/i.test(value));

/** Query parameters are terse; a few more names count there. */
export const isSecretParameter = (name: string): boolean =>
  isSecretName(name) || /^(key|sig|signature|auth|code|jwt|pass|pwd|sas|x-amz-.*)$/i.test(name);

/** Shapes that vendors give to their tokens; such a text is a secret wherever it stands. */
const SHAPES = [
  String.raw`sk-[\w-]{16,}`,
  String.raw`gh[pousr]_\w{20,}`,
  String.raw`github_pat_\w{20,}`,
  String.raw`glpat-[\w-]{16,}`,
  String.raw`xox[abeoprs]-[\w-]{10,}`,
  '(?:AKIA|ASIA)[0-9A-Z]{16}',
  String.raw`AIza[\w-]{30,}`,
  String.raw`ya29\.[\w-]{20,}`,
  String.raw`hf_\w{20,}`,
  String.raw`npm_\w{30,}`,
  String.raw`ntn_\w{20,}`,
  String.raw`eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*`,
].join('|');
export const tokenShapes = (): RegExp => new RegExp(String.raw`(?<![\w-])(?:${SHAPES})`, 'g');
export const looksLikeToken = (text: string): boolean => tokenShapes().test(text);

/** A vendor's token shape, or long, of one piece, with letters and digits, and no path, host or file name. */
export const isTokenLike = (value: string): boolean =>
  looksLikeToken(value) || (/^[\w+=.-]{20,}$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value) && !/^[\w-]+(\.[\w-]+)+$/.test(value));
