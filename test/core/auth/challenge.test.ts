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
  ['a name inside a value', 'Bearer error_description="scope=\'evil\', error=bad", error="invalid_token"', { error: 'invalid_token' }],
])('reads %s', (_, header, fields) => {
  expect(readChallenge(401, header)).toEqual({ status: 401, ...fields });
});
