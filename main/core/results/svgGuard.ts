/** Larger drawings are not rasterised. */
const MAX_BYTES = 1_000_000;
/** `<use>` copies what it names, and copies of copies multiply: of thirty, nested as badly as can be, come sixty thousand. */
const MAX_USES = 30;

/** Why a drawing is not rasterised; undefined when it is safe: it refers to nothing outside of itself and cannot grow without bounds. */
export function svgObjection(svg: Buffer): string | undefined {
  if (svg.length > MAX_BYTES) return 'the drawing is too large';
  const text = svg.toString('utf8');
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return 'it declares a document type';
  if (/<(script|foreignObject|image|feImage|iframe|style[^>]*>[^<]*(@import|url\(\s*['"]?(?!#)))/i.test(text))
    return 'it holds script or foreign content';
  if (/(href|src)\s*=\s*["']?\s*(?!["'#\s])/i.test(text.replace(/(href|src)\s*=\s*(""|'')/gi, ''))) return 'it refers to something outside';
  if ((text.match(/<use[\s>/]/gi)?.length ?? 0) > MAX_USES) return 'it copies parts of itself too often';
  return undefined;
}
