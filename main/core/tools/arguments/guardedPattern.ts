import vm from 'node:vm';

/** Milliseconds of work a pattern may take on one text before it counts as fulfilled. */
const LIMIT_MS = 50;
/** How often a run is begun again that a busy machine interrupted. */
const MAX_TRIES = 5;
/** Quantified groups, back references and several open-ended quantifiers are what exponential and high polynomial times are made of. */
/**
 * Signs of another dialect: anchors and classes of Perl, Python, Java and POSIX, inline flags, possessive quantifiers. JavaScript
 * takes some of these for plain letters and would refuse texts that are right.
 */
const FOREIGN = /\\[AZzGKQEhHRX]|\[:\^?[a-z]+:\]|\(\?[a-zA-Z]*(?:-[a-zA-Z]+)?[:)](?<!\(\?:)|\(\?P[<=>]|[*+?}]\+/;
const RISKY = /\)[*+?{]|\\[1-9k]|(?:[*+]|,\}).*(?:[*+]|,\}).*(?:[*+]|,\})/s;
/** Below this even a bad polynomial is done at once; above it every pattern is watched. */
const LONG_TEXT = 20_000;

const script = new vm.Script('new RegExp(pattern, flags).test(text)');
let context: vm.Context | undefined;

/** What Ajv needs of a regular expression. */
export interface Pattern {
  test(text: string): boolean;
}

/**
 * A regular expression of a schema, that is, of a server: one bad pattern against one argument could hold up the whole app for
 * minutes. Risky patterns run under a time limit; a text that takes longer passes, because the server checks it anyway.
 * A pattern that is none in either syntax, or is meant for another engine, lets everything pass.
 */
export function guardedPattern(source: string): Pattern {
  const compiled = compile(source);
  if (!compiled) return { test: () => true };
  const risky = RISKY.test(source);
  return { test: (text) => (risky || text.length > LONG_TEXT ? testWithin(compiled, text) : compiled.test(text)) };
}

/** Whether a pattern says something to JavaScript's engine that was meant so. */
export const isUsablePattern = (source: string): boolean => compile(source) !== undefined;

/** JSON Schema patterns are Unicode patterns; many servers write escapes that only the older syntax takes. */
function compile(source: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    if (flags === '' && FOREIGN.test(source)) return undefined;
    try {
      return new RegExp(source, flags);
    } catch {
      // The other syntax is tried next.
    }
  }
  return undefined;
}

function testWithin(pattern: RegExp, text: string): boolean {
  context ??= vm.createContext(Object.create(null));
  Object.assign(context, { pattern: pattern.source, flags: pattern.flags, text });
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const before = process.threadCpuUsage();
    try {
      return script.runInContext(context, { timeout: LIMIT_MS }) === true;
    } catch {
      // The limit is on the clock. Only when this thread really worked that long is the pattern to blame; else the machine was busy.
      const { user, system } = process.threadCpuUsage(before);
      if (user + system > (LIMIT_MS * 1000) / 2) return true;
    }
  }
  return true;
}
