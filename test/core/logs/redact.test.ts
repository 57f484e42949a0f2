// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of configuration files are written that way
import { describe, expect, test } from 'vitest';
import { createRedactor, MASK, redactPatterns } from '../../../main/core/logs/redact.ts';
import { isSecretName } from '../../../main/core/logs/secretNames.ts';

describe('names', () => {
  test.each([
    'Authorization',
    'proxy-authorization',
    'Cookie',
    'set-cookie',
    'X-API-Key',
    'apiKey',
    'api_key',
    'OPENAI_API_KEY',
    'STRIPE_KEY',
    'GITHUB_TOKEN',
    'accessToken',
    'refresh_token',
    'token',
    'clientSecret',
    'client_secret',
    'password',
    'DB_PASSWORD',
    'dbPassword',
    'DB_PWD',
    'private_key',
    'aws_secret_access_key',
    'code_verifier',
    '--api-key',
    'connection_string',
  ])('%s is secret', (name) => expect(isSecretName(name)).toBe(true));

  test.each([
    'progressToken',
    'nextPageToken',
    'nextCursor',
    'maxTokens',
    'tokens',
    'PWD',
    'OLDPWD',
    'publicKey',
    'primary_key',
    'key',
    'keys',
    'author',
    'monkey',
    'hotkey',
    'name',
    'url',
    'NODE_ENV',
    'secretary',
    '',
    'x'.repeat(200),
  ])('%s is not', (name) => expect(isSecretName(name)).toBe(false));
});

describe('texts', () => {
  test.each([
    ['Authorization: Bearer wrong', 'wrong'],
    ['authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['got "Bearer abc.def-123456" back', 'abc.def-123456'],
    ['{"api_key":"hunter2hunter2","x":1}', 'hunter2hunter2'],
    ['{\\"api_key\\":\\"hunter2hunter2\\"}', 'hunter2hunter2'],
    ["password='a b c'", 'a b c'],
    ['GITHUB_TOKEN=ghp_abc node srv.js', 'ghp_abc'],
    ['npx srv --api-key abcd1234 --port 80', 'abcd1234'],
    ['npx srv --api-key=abcd1234 --port 80', 'abcd1234'],
    ['fetch https://user:pa55@host.test/x failed', 'pa55'],
    ['https://host.test/mcp?api_key=zzz999&x=1', 'zzz999'],
    ['https://host.test/cb?code=zzz999&state=1', 'zzz999'],
    ['postgres://me:s3cret@db/x', 's3cret'],
    ['used sk-made-up-0123456789abcdef today', 'sk-made'],
    ['jwt eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.abc_def', 'eyJhbGci'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----', 'MIIabc'],
  ])('%s', (text, secret) => {
    const shown = redactPatterns(text);
    expect(shown).not.toContain(secret);
    expect(shown).toContain(MASK);
  });

  test('what is left stays readable', () => {
    expect(redactPatterns('npx srv --api-key abcd1234 --port 80')).toBe(`npx srv --api-key ${MASK} --port 80`);
    expect(redactPatterns('https://u:p@host.test/mcp?token=1&x=2')).toBe(`https://${MASK}@host.test/mcp?token=${MASK}&x=2`);
    expect(redactPatterns('{"token":"abc","name":"x"}')).toBe(`{"token":"${MASK}","name":"x"}`);
  });

  test.each([
    'The token is missing.',
    'Basic authentication is not supported here.',
    'max_tokens: 25000',
    '"progressToken": 7',
    'API_KEY=${API_KEY}',
    'Authorization: Bearer ${TOKEN}',
    'see https://host.test/a?x=1#token-section',
    'C:\\Users\\me: file not found',
    'user@host.test',
    'PWD=/home/me',
  ])('%s is left alone', (text) => expect(redactPatterns(text)).toBe(text));

  test('long texts without blanks take linear time', () => {
    const text = 'ab.c-d'.repeat(400_000);
    expect(redactPatterns(text)).toBe(text);
    expect(redactPatterns('token'.repeat(200_000)).length).toBeGreaterThan(0);
    expect(redactPatterns(`${'"'.repeat(100_000)}token="`)).toBeTypeOf('string');
  });
});

describe('registered values', () => {
  test('are masked in every writing and everywhere, longest first, until they are withdrawn', () => {
    const redact = createRedactor();
    const undo = redact.register('p@ss "w" ord/1');
    redact.register('p@ss "w" ord/1-longer');
    const text = `a p@ss "w" ord/1 b ${encodeURIComponent('p@ss "w" ord/1')} c ${JSON.stringify('p@ss "w" ord/1')} d p@ss "w" ord/1-longer`;
    expect(redact(text)).toBe(`a ${MASK} b ${MASK} c "${MASK}" d ${MASK}`);
    undo();
    undo();
    expect(redact('a p@ss "w" ord/1 b')).toBe('a p@ss "w" ord/1 b');
    expect(redact('a p@ss "w" ord/1-longer b')).toBe(`a ${MASK} b`);
  });

  test('the token of a bearer header is known without its scheme; keys of many lines by line', () => {
    const redact = createRedactor();
    redact.register('Bearer quietvalue');
    redact.register('first line here\nsecond line here');
    expect(redact('x quietvalue y second line here')).toBe(`x ${MASK} y ${MASK}`);
  });

  test.each([0, 1, 2])('are found inside base64, whatever stands around them (offset %i)', (offset) => {
    const redact = createRedactor();
    redact.register('planted-value/?');
    for (const alphabet of ['base64', 'base64url'] as const) {
      const text = Buffer.from(`${'u'.repeat(offset)}planted-value/?:more`).toString(alphabet);
      expect(redact(`x ${text} y`)).toContain(MASK);
      expect(Buffer.from(redact(text).replace(MASK, ''), alphabet).toString()).not.toContain('planted');
    }
  });

  test('are found in the escapes of addresses, forms, JSON in JSON and HTML', () => {
    const redact = createRedactor();
    const secret = 'a b"c/d&e\\f';
    redact.register(secret);
    const writings = [
      encodeURIComponent(secret),
      encodeURIComponent(secret).toLowerCase(),
      encodeURI(secret),
      new URLSearchParams({ x: secret }).toString(),
      JSON.stringify(JSON.stringify({ x: secret })),
      'a b&quot;c/d&amp;e\\f',
    ];
    for (const text of writings) expect(redact(`- ${text} -`)).toContain(MASK);
  });

  test('`known` masks them and nothing else', () => {
    const redact = createRedactor();
    expect(redact.known({ token: 'abc' })).toEqual({ token: 'abc' });
    redact.register('planted-value');
    expect(redact.known({ token: 'abc', note: ['see planted-value'] })).toEqual({ token: 'abc', note: [`see ${MASK}`] });
  });

  test('values too short to tell apart are not registered', () => {
    const redact = createRedactor();
    redact.register('true');
    redact.register('');
    expect(redact('it is true')).toBe('it is true');
  });
});

describe('JSON values', () => {
  const redact = createRedactor();

  test('secrets go by key, by list position and by shape; the rest and the original stay', () => {
    const value = {
      headers: { Authorization: 'Bearer abc', accept: 'text/html' },
      env: { API_KEY: 'abc', REF: '${API_KEY}', TOKEN: '${TOKEN}' },
      args: ['--token', 'abc', '--port', '80', '--secret=abc'],
      pair: ['authorization', 'abc'],
      passwords: ['abc', 'def'],
      password: 1234,
      note: 'Bearer abc.def.ghi1',
      progressToken: 7,
      none: null,
      flag: true,
      token: null,
    };
    const before = structuredClone(value);
    const shown = redact(value);
    expect(value).toEqual(before);
    expect(shown).toEqual({
      headers: { Authorization: MASK, accept: 'text/html' },
      env: { API_KEY: MASK, REF: '${API_KEY}', TOKEN: '${TOKEN}' },
      args: ['--token', MASK, '--port', '80', `--secret=${MASK}`],
      pair: ['authorization', MASK],
      passwords: [MASK, MASK],
      password: MASK,
      note: `Bearer ${MASK}`,
      progressToken: 7,
      none: null,
      flag: true,
      token: null,
    });
  });

  test('a schema with a field called password keeps its shape', () => {
    const schema = { properties: { password: { type: 'string', description: 'yours' } }, required: ['password'] };
    expect(redact(schema)).toEqual(schema);
  });

  test('loops, depth, odd objects and odd keys are survived', () => {
    const loop: Record<string, unknown> = { a: 1 };
    loop.self = loop;
    expect(redact(loop)).toEqual({ a: 1, self: '[circular]' });
    let deep: unknown = 'x';
    for (let i = 0; i < 500; i += 1) deep = [deep];
    expect(JSON.stringify(redact(deep))).toContain('too deep');
    expect(redact(new Error('token=abc'))).toEqual({ name: 'Error', message: `token=${MASK}` });
    expect(redact(new Map([['token', 'abc']]))).toEqual(new Map([['token', MASK]]));
    const odd = JSON.parse('{"__proto__":{"token":"abc"}}') as object;
    expect(JSON.stringify(redact(odd))).toBe(`{"__proto__":{"token":"${MASK}"}}`);
    const shared = { a: 1 };
    expect(redact([shared, shared])).toEqual([{ a: 1 }, { a: 1 }]);
  });
});

test('the word "token" in a sentence is no secret', () => {
  const redact = createRedactor();
  for (const text of ['Token expired.', 'The bearer token, however, was refused.', 'basic authentication.']) expect(redact(text)).toBe(text);
  expect(redact('Bearer abc.def.ghi')).not.toContain('def');
});
