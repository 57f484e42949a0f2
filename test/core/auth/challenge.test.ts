import { expect, test } from 'vitest';
import { readChallenge } from '../../../main/core/auth/challenge.ts';

test.each([
  ['nothing', undefined, {}],
  ['a bare scheme', 'Bearer', {}],
  ['another scheme', 'Basic realm="x", scope="no"', {}],
  ['quoted values', 'Bearer resource_metadata="https://a.test/x", scope="a b"', { resourceMetadata: 'https://a.test/x', scope: 'a b' }],
  ['plain values, spaces, case', 'bearer Error = insufficient_scope , Scope="c"', { error: 'insufficient_scope', scope: 'c' }],
  ['an escaped quote', 'Bearer scope="a\\"b"', { scope: 'a"b' }],
  ['Bearer after another scheme', 'Basic realm="scope", Bearer scope="mine"', { scope: 'mine' }],
  ['another scheme after Bearer', 'Bearer scope="mine", Basic scope="theirs", error="x"', { scope: 'mine' }],
  ['a token before Bearer', 'Negotiate dG9r==, Bearer scope="mine"', { scope: 'mine' }],
  [
    'two Bearer challenges',
    'Bearer error="invalid_token", Bearer resource_metadata="https://a.test/x"',
    { error: 'invalid_token', resourceMetadata: 'https://a.test/x' },
  ],
  [
    'no comma, no quotes, an equals sign in a value',
    'BEARER Resource_Metadata=https://a.test/x?y=1 scope=a',
    { resourceMetadata: 'https://a.test/x?y=1', scope: 'a' },
  ],
  ['a quote that is never closed', 'Bearer error="invalid_token", scope="a b', { error: 'invalid_token' }],
  ['commas and other schemes inside a value', 'Bearer realm="a, Basic scope=no, Bearer error=no", scope="yes"', { scope: 'yes' }],
  ['a name inside a value', 'Bearer error_description="scope=\'evil\', error=bad", error="invalid_token"', { error: 'invalid_token' }],
])('reads %s', (_, header, fields) => {
  expect(readChallenge(401, header)).toEqual({ status: 401, ...fields });
});
