import { createCategoryStore } from '../categories.ts';
import type { Change, Defect } from '../changes/change.ts';
import { editResponses, isObject, withStatus } from '../changes/edits.ts';
import { mapHeader } from '../changes/headers.ts';

/** Assigns ids that are `step` apart. Either the list or the 201 shows `shown(id)` instead of the id. */
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

/** Servers that store numbers in a type that is too small or unsigned. */
export const numberDefects: readonly Defect[] = [
  {
    id: 'list-ids-in-32-bits',
    title: 'Lists ids above 2^31 as negative',
    story: 'The view for the list dates from when ids had 32 bits.',
    requirements: ['list.complete'],
    change: shownIds({ first: 2n ** 31n, step: 1n }, 'list', (id) => BigInt.asIntN(32, id)),
  },
  {
    id: 'created-id-rounded',
    title: 'Rounds ids beyond 2^53 in the 201',
    story: 'Ids are made from the time, and only the 201 is written by a script whose numbers are doubles.',
    requirements: ['list.complete'],
    change: shownIds({ first: 2n ** 53n + 1n, step: 4_096n }, 'created', (id) => BigInt(Number(id))),
  },
  {
    id: 'remaining-wraps-around',
    title: 'Sends a 429 with X-RateLimit-Remaining 4294967295',
    story: 'The code subtracts 1 from 0 in an unsigned type.',
    requirements: ['headers.remaining'],
    change: onRefusals('Remaining', String(2 ** 32 - 1)),
  },
  {
    id: 'limit-zero-when-refused',
    title: 'Sends a 429 with X-RateLimit-Limit 0',
    story: 'A blocked key gets an empty plan, and the header shows it.',
    requirements: ['headers.limit'],
    change: onRefusals('Limit', '0'),
  },
];
