import { expect, test } from 'vitest';
import { fromFirstFormat } from '../../src/report/first-format.ts';

test.each([
  ['invalid.name-type: answered 201', 'returned 201'],
  [
    'auth.key-exact: answered 200 on a connection that carried the key before',
    /: returned 200 on a connection/,
  ],
  ['list.ok: no answer (timeout)', 'no response (timeout)'],
  ['auth.key-accepted: the valid key is answered 401', 'the valid key returned 401'],
  ['list.ok: the list is no array', 'the list is not an array'],
  ['create.created: the 201 is no Category', 'the 201 is not a Category'],
  ['errors.shape: the error body is no JSON', 'the error body is not JSON'],
  ['create.media-type: the Content-Type is another', 'Content-Type is not application/json'],
  ['create.fields: name is another text', 'name is another string'],
  ['headers.limit: Limit is no positive integer', 'Limit is not a positive integer'],
  ['errors.shape: code is nothing, message is nothing', 'code is missing, message is missing'],
  ['invalid.nothing-stored: what was answered 400 is stored', 'stored although it returned 400'],
  ['limit.enforced: a request after Remaining 0 is answered 200', 'a request after Remaining 0 returned 200'],
  ['headers.reset-value: X-RateLimit-Reset lies in the past', 'X-RateLimit-Reset is in the past'],
  [
    'list.complete: the list shows another id and another description, unlike the 201',
    'the list shows a different id and a different description, unlike the 201',
  ],
  [
    'list.complete: a created category is missing from the list',
    'a created category is missing from the list',
  ],
] as const)('reads the signature %s of format 1', (signature, now) => {
  const report = fromFirstFormat({ findings: [{ signature }] }) as { findings: { signature: string }[] };
  expect(report.findings[0]?.signature).toEqual(
    expect.stringMatching(typeof now === 'string' ? `: ${now.replaceAll(/[()]/g, '\\$&')}$` : now),
  );
});
