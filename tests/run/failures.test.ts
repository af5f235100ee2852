import { beforeAll, describe, expect, test } from 'vitest';
import { createCreationCap } from '../../src/created/creation-cap.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { type Drawn, drawPayloads, loadClasses } from '../../src/payloads/draw.ts';
import { createNames } from '../../src/payloads/names.ts';
import { createFailures } from '../../src/run/failures.ts';
import { requestFor } from '../../suites/refused-bodies.ts';
import refusing from '../../suites/refusing.ts';
import { answered } from '../support/answers.ts';
import { memoryInUse } from '../support/memory-in-use.ts';

let drawn: readonly Drawn[];
const names = createNames(() => 0);
const row = 'invalid.name-type';

beforeAll(async () => {
  const { fc, classes } = await loadClasses();
  drawn = drawPayloads(
    fc,
    classes.filter(({ requirement }) => requirement === row),
    1,
    400,
  );
});

function sent(body: Drawn, status: number): Exchange {
  return answered({ at: 0, status, request: requestFor(body, names.next) });
}

const ofText = (text: string): Drawn => {
  const [body] = drawn;
  if (body === undefined) throw new Error('nothing was drawn');
  return { ...body, draft: { label: text, text } };
};

describe('drawn bodies that were judged wrongly', () => {
  test('are known by the smallest of each row and cause, the first of those that are as small', () => {
    const failures = createFailures();
    const [long, short, other] = ['{"name":123}', '{"name":1}', '{"name":2}'].map(ofText);
    if (long === undefined || short === undefined || other === undefined) return expect.unreachable();
    // Nothing is shrunk after a 5xx, so what was answered one is not kept.
    for (const exchange of [
      sent(long, 500),
      sent(long, 422),
      sent(long, 201),
      sent(short, 201),
      sent(other, 201),
    ])
      failures.see(exchange);
    failures.see(sent(short, 400));
    failures.see({
      ...sent(short, 422),
      request: { ...sent(short, 422).request, drawn: undefined } as never,
    });
    expect(failures.smallest()).toEqual([
      { drawn: long, requirement: row, cause: 'answered 422' },
      { drawn: short, requirement: row, cause: 'answered 201' },
    ]);
  });

  test('take no more memory where there are very many', () => {
    const failures = createFailures();
    const rule = refusing.members.find((one) => one.kind === 'wholeRun' && one.requirement === row);
    if (rule?.kind !== 'wholeRun') return expect.unreachable();
    const fold = rule.start({ creationCap: createCreationCap() } as never);
    let before = 0;
    for (let round = 0; round < 10; round++) {
      if (round === 1) before = memoryInUse();
      for (const body of drawn) {
        const exchange = sent(body, 422);
        failures.see(exchange);
        fold.step(exchange);
      }
    }
    expect((memoryInUse() - before) / (9 * drawn.length)).toBeLessThan(200);
    fold.step(
      answered({ at: 0, status: 201, request: requestFor(ofText('{"name":"abcdefgh"}'), names.next) }),
    );
    expect(fold.end()).toMatchObject({ exercised: 10 * drawn.length });
  });
});
