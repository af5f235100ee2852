import { expect, test } from 'vitest';
import { allAuthorizations, describeAuthorization, validityOf } from '../../../src/exchange/credentials.ts';
import type { HarEntry } from '../../../src/report/har/entries.ts';
import { credentialsIn } from '../../../src/report/har/exchange.ts';
import { secretsIn } from '../../../src/report/har/secrets.ts';

const key = 'Zebra-key.4711+of/Tests-024';

const entryWith = (authorization: string): HarEntry => ({
  startedDateTime: '2026-11-22T10:00:00.000Z',
  time: 1,
  request: {
    method: 'GET',
    url: 'http://localhost/v1/categories',
    headers: [{ name: 'Authorization', value: authorization }],
  },
  response: { status: 401, headers: [], content: {} },
});

test('the credentials of a recording are known by their values, and in a recording of the kit by their descriptions', () => {
  for (const { credential, described, sent } of allAuthorizations(key)) {
    const expected = { credential, validity: validityOf(credential) };
    if (described === undefined || sent === undefined) continue;
    const entry = entryWith(described);
    const found = credentialsIn([entry], undefined).of(entry);
    expect(found).toMatchObject(expected);
    expect(describeAuthorization(credential, found.variation)).toBe(described);
    expect(secretsIn(entry)).toEqual([]);
    // Unknown keys are random.
    if (!credential.startsWith('unknown-key'))
      expect(credentialsIn([entryWith(sent)], key).of(entryWith(sent)), sent).toMatchObject(expected);
  }
});
