import { expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import { type FindingParts, findingsOf } from '../../src/engine/findings.ts';
import { addOccurrence, addPassed, emptyTally } from '../../src/engine/tally.ts';
import { possibleLeftovers } from '../../src/readings/leftovers.ts';
import { usualSeed } from '../../src/report/model/report.ts';
import { requirement } from '../../src/spec/catalog.ts';
import { responded } from '../support/responses.ts';

test('a case that failed once is not also listed as correct', () => {
  const id = 'invalid.name-missing';
  const tally = emptyTally();
  const wrong = { expected: 'status 400', received: 'status 201', cause: 'returned 201' };
  addOccurrence(tally, { ...wrong, instance: 'another key instead of `name`' });
  addPassed(tally, 'another key instead of `name`');
  addPassed(tally, 'the body is an empty object');
  const parts = {
    catalogue: { sectionOf: () => undefined },
    recorder: { redact: (text: string) => text },
    tries: new Map(),
    settings: { seed: usualSeed },
  } as unknown as FindingParts;
  expect(findingsOf(requirement(id), tally, parts)).toMatchObject([
    {
      instances: ['another key instead of `name`'],
      alsoCorrect: [{ place: 'the body is an empty object', count: 1 }],
    },
  ]);
});

test('possible leftovers of a broken list include a POST that returned 2xx without a category', () => {
  const request = post(Buffer.from('{"name":"kitaaaa"}'), { mark: 'kitaaaa' });
  const left = (body: string) =>
    possibleLeftovers({
      list: responded({ at: 1 }),
      candidates: [responded({ at: 0, status: 201, body, request })],
    });
  expect(left('')).toMatchObject([{ name: 'kitaaaa', cause: 'created' }]);
  expect(left('{"id":1,"name":"kitaaaa"}')).toEqual([]);
});
