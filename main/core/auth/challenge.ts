/** What a server said when it refused a message for want of rights (RFC 6750 3, RFC 9728 5.1). */
export interface Challenge {
  /** 401, or 403 for `insufficient_scope`. */
  status: number;
  /** Address of the resource metadata. */
  resourceMetadata?: string;
  /** Scopes the message needs, separated by spaces. */
  scope?: string;
  error?: string;
}

/** Reads the Bearer challenge of a `WWW-Authenticate` header; other schemes in the same header are passed over. */
export function readChallenge(status: number, header: string | undefined): Challenge {
  const fields = new Map<string, string>();
  let scheme = '';
  for (const match of (header ?? '').matchAll(PART)) {
    const [, newScheme, name, quoted, plain] = match;
    if (newScheme) scheme = newScheme.toLowerCase();
    else if (name && (scheme === 'bearer' || scheme === 'dpop') && !fields.has(name.toLowerCase())) {
      fields.set(name.toLowerCase(), quoted === undefined ? (plain ?? '') : quoted.replace(/\\(.)/g, '$1'));
    }
  }
  const resourceMetadata = fields.get('resource_metadata');
  const scope = fields.get('scope')?.trim();
  const error = fields.get('error');
  return { status, ...(resourceMetadata ? { resourceMetadata } : {}), ...(scope ? { scope } : {}), ...(error ? { error } : {}) };
}

/** Either `name=value`, or a scheme: a word that no `=` follows. Names come first, or `scope =` would read as a scheme. */
const PART = /(?:^|[\s,])(?:([A-Za-z][\w-]*)(?=\s+[A-Za-z]|\s*$|\s*,)|([A-Za-z][\w-]*)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+)))/g;
