import { describe, expect, it } from 'vitest';
import { type Recorder, recordExchange } from '../../../src/report/record/record.ts';
import { createRedactor } from '../../../src/report/record/redact.ts';
import { responded } from '../../support/responses.ts';

const recorder: Recorder = {
  base: new URL('http://127.0.0.1:1/v1'),
  userAgent: 'kit',
  extraHeaders: [],
  redact: createRedactor({ key: 'abcdefgh-ijklmnop', headerValues: [] }),
  runMark: 'kitqzabcde',
  startedAt: 0,
};

const bodyOf = (body: string) => {
  const { response } = recordExchange(responded({ at: 0, body }), recorder);
  return [response?.body, response?.cut];
};

describe('the record of a list', () => {
  it('has the rows of this run, and counts those of others', () => {
    const own = '{"id":2,"name":"kitqzabcdeaaaa"}';
    expect(bodyOf(`[{"id":1,"name":"a customer"},${own},{"id":3,"name":"another"}]`)).toEqual([
      `[${own}] and 2 more that this run did not create`,
      true,
    ]);
  });

  it('has the first 200 characters of a body that is not an array, because its rows cannot be identified', () => {
    const rows = Array.from({ length: 20 }, (_, id) => ({ id, name: `customer ${id}` }));
    const body = JSON.stringify({ categories: rows });
    expect(bodyOf(body)).toEqual([`${body.slice(0, 200)}…`, true]);
    expect(bodyOf('{"categories":[]}')).toEqual(['{"categories":[]}', false]);
  });
});
