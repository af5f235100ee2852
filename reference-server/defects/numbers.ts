import { createCategoryStore } from '../categories.ts';
import type { Change, Defect } from '../change.ts';
import { editResponses, withStatus } from '../edits.ts';
import { isObject } from '../json.ts';
import { mapHeader } from '../response.ts';

/** Assigns ids that are this far apart, and shows them differently in the list or in the 201. */
const shownIds =
  (
    { first, step }: { readonly first: bigint; readonly step: bigint },
    where: 'list' | 'created',
    shown: (id: bigint) => bigint,
  ): Change =>
  (parts, { settings }) => {
    const store = createCategoryStore(settings.seed, first);
    let next = first;
    return {
      store: {
        ...store,
        add: (category) => {
          next += step;
          return store.add(category, next);
        },
      },
      categoryJson: (category, place) => {
        const json = parts.categoryJson(category, place);
        return place === where && isObject(json) ? { ...json, id: shown(category.id) } : json;
      },
    };
  };

const onRefusals = (header: 'Limit' | 'Remaining', value: string): Change =>
  editResponses(withStatus(429), (response) => mapHeader(response, `X-RateLimit-${header}`, () => value));

/** Numbers damaged by a type that is too small, or has no sign. */
export const numberDefects: readonly Defect[] = [
  {
    id: 'list-ids-in-32-bits',
    title: 'Ids above 2^31 are negative in the list',
    story: 'The view that is listed was made when ids were of 32 bits.',
    requirements: ['list.complete'],
    change: shownIds({ first: 2n ** 31n, step: 1n }, 'list', (id) => BigInt.asIntN(32, id)),
  },
  {
    id: 'created-id-rounded',
    title: 'Ids beyond 2^53 are rounded in the 201',
    story:
      'They are made from the time, and the 201 alone is written by a script that has one kind of number.',
    requirements: ['list.complete'],
    change: shownIds({ first: 2n ** 53n + 1n, step: 4_096n }, 'created', (id) => BigInt(Number(id))),
  },
  {
    id: 'remaining-wraps-around',
    title: 'X-RateLimit-Remaining of a 429 is 4294967295',
    story: 'One is taken from 0, in a type without a sign.',
    requirements: ['headers.remaining'],
    change: onRefusals('Remaining', String(2 ** 32 - 1)),
  },
  {
    id: 'limit-zero-when-refused',
    title: 'X-RateLimit-Limit of a 429 is 0',
    story: 'Who is blocked is given a plan of nothing, and the header shows it.',
    requirements: ['headers.limit'],
    change: onRefusals('Limit', '0'),
  },
];
