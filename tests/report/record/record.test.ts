import { describe, expect, it } from 'vitest';
import { keptOfBody } from '../../../src/exchange/response.ts';
import { partOf } from '../../../src/report/evidence.ts';
import { type Focus, type Recorder, recordExchange } from '../../../src/report/record/record.ts';
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
  it('has the rows of this run, and counts the rows of other clients', () => {
    const own = '{"id":2,"name":"kitqzabcdeaaaa"}';
    expect(bodyOf(`[{"id":1,"name":"a customer"},${own},{"id":3,"name":"another"}]`)).toEqual([
      `[${own}] and 2 more that this run did not create`,
      true,
    ]);
  });

  it('has the first 200 characters of a body that is not an array, because it has no rows that could be identified', () => {
    const rows = Array.from({ length: 20 }, (_, id) => ({ id, name: `customer ${id}` }));
    const body = JSON.stringify({ categories: rows });
    expect(bodyOf(body)).toEqual([`${body.slice(0, 200)}…`, true]);
    expect(bodyOf('{"categories":[]}')).toEqual(['{"categories":[]}', false]);
  });
});

it('redacts only the beginning of long elements of a list', () => {
  let longest = 0;
  const traffic = (text: string) => {
    longest = Math.max(longest, text.length);
    return text;
  };
  const own = `{"name":"kitqzabcdeaaaa","x":"${'x'.repeat(300_000)}"}`;
  const list = responded({ at: 0, body: `[{"id":1},${own}]` });
  const redact = Object.assign(traffic, recorder.redact, { traffic });
  for (const focus of [undefined, {}, { listed: own }, { at: [{ pointer: '/1' }] }])
    expect(recordExchange(list, { ...recorder, redact }, focus).response?.body).toContain('kitqzabcdeaaaa');
  expect(longest).toBe(keptOfBody);
});

describe('the record of a long body in a finding', () => {
  const long = (field: string) => `{"stack":"${'x'.repeat(9_000)}",${field},"more":"${'y'.repeat(9_000)}"}`;
  const shown = (body: string, focus: Focus) => {
    const { response } = recordExchange(responded({ at: 0, status: 400, body }), recorder, focus);
    if (response === undefined) throw new Error('no response');
    return response;
  };

  it('is cut to the part around the field or the text with the fault', () => {
    for (const focus of [{ member: 'status' }, { near: '"status":"400"' }]) {
      const { body, cut, faultAt } = shown(long('"status":"400"'), focus);
      expect(body.length).toBeLessThan(4_100);
      expect(body.slice(faultAt)).toMatch(/^"status":"400",/);
      expect(cut).toBe(true);
      expect(partOf({ status: 400, reason: '', headers: [], body, cut, faultAt: faultAt ?? 0 }, 360)).toMatch(
        /^…x+",("status":"400"),"more":"y+…$/,
      );
    }
  });

  it('is the beginning of the body if the fault is not found, and contains no secret', () => {
    expect(shown(long('"code":1'), { member: 'status' }).body).toMatch(/^\{"stack":"x/);
    const { body } = shown(long('"status":"abcdefgh-ijklmnop"'), { near: '"abcdefgh-ijklmnop"' });
    expect(body).toContain('"status":"[key]"');
    expect(body).not.toContain('ijklmnop');
  });
});
