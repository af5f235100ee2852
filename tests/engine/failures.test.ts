import { beforeAll, describe, expect, test } from 'vitest';
import { failuresAmong } from '../../src/engine/shrink.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { type Generated, generatePayloads, loadClasses } from '../../src/payloads/generate.ts';
import { createNames } from '../../src/payloads/names.ts';
import refusing, { requestFor } from '../../suites/refusing.ts';
import { freshReadings } from '../support/readings.ts';
import { responded } from '../support/responses.ts';

let generated: readonly Generated[];
const names = createNames(() => 0);
const row = 'invalid.name-type';

beforeAll(async () => {
  const { fc, classes } = await loadClasses();
  generated = generatePayloads(
    fc,
    classes.filter(({ requirement }) => requirement === row),
    1,
    400,
  );
});

function sent(body: Generated, status: number): Exchange {
  return responded({ at: 0, status, request: requestFor(body, names.next) });
}

const ofText = (text: string): Generated => {
  const [body] = generated;
  if (body === undefined) throw new Error('no body was generated');
  return { ...body, draft: { label: text, text } };
};

describe('generated bodies with a wrong response', () => {
  test('are represented by the smallest of each requirement and cause, the first one if several are equal', () => {
    const readings = freshReadings();
    const [long, short, other] = ['{"name":123}', '{"name":1}', '{"name":2}'].map(ofText);
    if (long === undefined || short === undefined || other === undefined) return expect.unreachable();
    // Nothing is shrunk after a 5xx, so those bodies are not kept.
    for (const exchange of [
      sent(long, 500),
      sent(long, 422),
      sent(long, 201),
      sent(short, 201),
      sent(other, 201),
    ])
      readings.see(exchange);
    readings.see(sent(short, 400));
    readings.see({
      ...sent(short, 422),
      request: { ...sent(short, 422).request, generated: undefined } as never,
    });
    expect(failuresAmong(readings.bodies.all())).toEqual([
      { generated: long, requirement: row, cause: 'returned 422' },
      { generated: short, requirement: row, cause: 'returned 201' },
    ]);
  });

  test('are kept once for each case and cause, however many they are', () => {
    const readings = freshReadings();
    const rule = refusing.checks.find((one) => one.kind === 'conclusion' && one.requirement === row);
    if (rule?.kind !== 'conclusion') return expect.unreachable();
    for (let round = 0; round < 10; round++) for (const body of generated) readings.see(sent(body, 422));
    const cases = new Set(generated.map(({ faultClass }) => faultClass.fault)).size;
    // Larger bodies than any plain category are kept separately.
    expect(readings.bodies.all().length).toBeLessThanOrEqual(2 * cases);
    const valid = requestFor(ofText('{"name":"abcdefgh"}'), names.next);
    readings.see(responded({ at: 0, status: 201, request: valid }));
    const { tested, occurrences = [] } = rule.conclude(readings) ?? {};
    expect(tested).toBe(10 * generated.length);
    expect(occurrences.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(10 * generated.length);
  });
});
