import { pick } from './entryFields.ts';
import { EntryProblem, isTree, kindOf, type Remark, type Tree } from './entryTemplate.ts';
import type { OAuthConfig } from './serverConfig.ts';

/** Every spelling that other apps use, by our name (docs/sign-in.md). */
const KEYS = {
  clientId: ['clientId', 'client_id', 'CLIENT_ID', 'clientID'],
  clientSecret: ['clientSecret', 'client_secret', 'CLIENT_SECRET'],
  privateKey: ['privateKey', 'private_key'],
  privateKeyFile: ['privateKeyFile', 'private_key_file'],
  signingAlgorithm: ['signingAlgorithm', 'signing_algorithm', 'algorithm'],
  grant: ['grant', 'grantType', 'grant_type', 'flow'],
  scopes: ['scopes', 'scope'],
  callbackPort: ['callbackPort', 'callback_port', 'redirectPort', 'redirect_port'],
} as const;

/** The sign-in of an entry (AUT-1): `oauth` or `auth`. Bad fields refuse the entry or are remarked, so that no sign-in fails for a reason nobody sees. */
export function oauthOf(entry: Tree, remarks: Remark[]): OAuthConfig | undefined {
  const found = pick(entry, ['oauth', 'auth']);
  if (!isTree(found?.value)) return undefined;
  const { key, value } = found;
  const text = (name: keyof typeof KEYS): string | undefined => textField(value, key, KEYS[name]);
  const fields = {
    clientId: text('clientId'),
    clientSecret: text('clientSecret'),
    privateKey: text('privateKey'),
    privateKeyFile: text('privateKeyFile'),
    signingAlgorithm: text('signingAlgorithm'),
    grant: grantOf(text('grant'), key),
    scopes: scopesOf(pick(value, KEYS.scopes)?.value, key, remarks),
    callbackPort: portOf(pick(value, KEYS.callbackPort), key, remarks),
  };
  if (fields.grant && (fields.clientId === undefined || (fields.clientSecret ?? fields.privateKey ?? fields.privateKeyFile) === undefined)) {
    throw new EntryProblem(
      `${key}.clientId`,
      `${key} asks for client credentials, which need a client id and a secret or a private key`,
      'Add "clientId" and "clientSecret" or "privateKeyFile".',
    );
  }
  if (!fields.grant && (fields.privateKey ?? fields.privateKeyFile) !== undefined) {
    remarks.push({
      field: `${key}.privateKey`,
      severity: 'warning',
      reason: `${key}.privateKey is used with client credentials only`,
      fix: 'Add "grant": "client_credentials".',
    });
  }
  const known: readonly string[] = Object.values(KEYS).flat();
  for (const name of Object.keys(value)) {
    if (!known.includes(name) && !HARMLESS.includes(name)) {
      remarks.push({
        field: `${key}.${name}`,
        severity: 'info',
        reason: `${key}.${name} is not known and means nothing here`,
        fix: 'Remove it, or correct its name.',
      });
    }
  }
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined)) as OAuthConfig;
}

/** Of other apps; what they say is found by discovery. */
const HARMLESS = ['type', 'enabled', 'issuer', 'authorizationUrl', 'tokenUrl', 'authServerMetadataUrl', 'redirectUri', 'redirectUrl', 'clientName'];

function textField(value: Tree, key: string, names: readonly string[]): string | undefined {
  const found = pick(value, names);
  if (!found || (typeof found.value === 'string' && found.value.trim() === '')) return undefined;
  if (typeof found.value === 'string') return found.value.trim();
  if (typeof found.value === 'number') return String(found.value);
  throw new EntryProblem(`${key}.${found.key}`, `${key}.${found.key} must be text, not ${kindOf(found.value)}`, 'Write it in double quotes.');
}

function grantOf(given: string | undefined, key: string): OAuthConfig['grant'] {
  const word = given?.toLowerCase().replace(/[-_\s]/g, '');
  if (word === undefined || word === 'authorizationcode') return undefined;
  if (word === 'clientcredentials') return 'client_credentials';
  throw new EntryProblem(`${key}.grant`, `${key}.grant is not known`, 'Write client_credentials, or leave it out to sign in with the browser.');
}

function scopesOf(value: unknown, key: string, remarks: Remark[]): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value.split(/[\s,]+/).filter(Boolean);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.flatMap((item) => item.split(/\s+/).filter(Boolean));
  remarks.push({
    field: `${key}.scopes`,
    severity: 'warning',
    reason: `${key}.scopes must be text or a list of texts, so it is not used`,
    fix: 'Write "scopes": ["one", "two"].',
  });
  return undefined;
}

function portOf(found: { key: string; value: unknown } | undefined, key: string, remarks: Remark[]): number | undefined {
  if (!found) return undefined;
  const port = Number(found.value);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  remarks.push({
    field: `${key}.${found.key}`,
    severity: 'warning',
    reason: `${key}.${found.key} is no port, so a free one is used`,
    fix: 'Write a number from 1 to 65535.',
  });
  return undefined;
}
