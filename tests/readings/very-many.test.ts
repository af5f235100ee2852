import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import { createNames } from '../../src/payloads/names.ts';
import { createCreations } from '../../src/readings/readings.ts';
import { responded } from '../support/responses.ts';

/** How many names are tracked. */
const many = 5_000;

/** Creates POSTs with one name each, a tenth of a second apart. */
function* invalidBodies(count: number, names = createNames(() => 0)) {
  for (let at = 0; at < count; at++) {
    const mark = names.next();
    const request = post(Buffer.from(`{"name":7,"description":"${mark}"}`), { mark });
    yield { ...responded({ at: at / 10, status: 400, request }), purpose: `case ${at % 60}` };
  }
}

const listed = (at: number, ...names: readonly string[]) =>
  responded({ at, body: JSON.stringify(names.map((name, id) => ({ id, name }))) });

describe('very many refusals', () => {
  test('are searched up to the number of names tracked', () => {
    const creations = createCreations('kitqzaaaaa', 2_000);
    for (const refused of invalidBodies(many + 500)) creations.see(refused);
    expect(creations.nothingStored().tested).toBe(0);
    creations.see(listed(many));
    expect(creations.nothingStored()).toMatchObject({ tested: many, troubles: [] });
    expect(new Set(creations.nothingStored().alsoCorrect).size).toBe(60);
  });

  test('are found by name if stored, in the order sent', () => {
    const creations = createCreations('kitqzaaaaa', 2_000);
    for (const refused of invalidBodies(many)) creations.see(refused);
    // The names of the first, of the 4,000th and of the last.
    creations.see(listed(many, 'kitqzaaaaaahjz', 'kitqzaaaaaafxw', 'kitqzaaaaaaaaa', 'kitqzaaaaaahkh'));
    const { troubles, tested, alsoCorrect } = creations.nothingStored();
    expect(troubles.map(({ instance }) => instance)).toEqual(['case 0', 'case 40', 'case 11', 'case 19']);
    expect(alsoCorrect).toHaveLength(tested - 4);
  });
});

describe('the name of a creation', () => {
  const sent = (status: number, at: number) =>
    responded({
      at,
      status,
      body: '{"id":7,"name":"kitqzaaaaaaaaa"}',
      request: post(Buffer.from('{"name":"kitqzaaaaaaaaa"}'), { mark: 'kitqzaaaaaaaaa' }),
    });

  test.each([
    ['refused before', 400, 201],
    ['refused afterwards', 201, 400],
  ])('may be listed, even if another body with it was %s', (_when, first, second) => {
    const creations = createCreations('kitqzaaaaa', 2_000);
    for (const exchange of [sent(first, 0), sent(second, 1), listed(5, 'kitqzaaaaaaaaa')])
      creations.see(exchange);
    expect(creations.nothingStored()).toMatchObject({ tested: 0, troubles: [] });
    expect(creations.leftovers()).toMatchObject([{ cause: 'created' }]);
  });
});
