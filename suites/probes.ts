import { probe } from '../src/checks/built-in.ts';
import { get, plainList, post } from '../src/checks/requests.ts';
import { plainCategory } from '../src/payloads/valid.ts';
import { orders, petById } from '../src/spec/operations.ts';

/** The first request of every run: the runner sends it alone and tells from it whether there is anything to test. */
export const firstList = probe('list.ok', 'the list before the first creation', { worth: 1_000 }, plainList);

export const firstCreation = probe(
  'create.created',
  'a plain category with a description',
  { worth: 990, creates: 1 },
  ({ name }) => {
    const mark = name();
    return post(plainCategory(mark), { mark });
  },
);

/** Nothing else is created before it, so that it shows how a list of one looks. */
export const secondList = probe(
  'list.ok',
  'the list after the first creation',
  { worth: 985, after: firstCreation, carries: true },
  plainList,
);

export const petWithKey = probe(
  'pets.exists',
  'GET /pets/{petId} with the key',
  { worth: 918, carries: true },
  () => get(petById),
);

export const ordersWithKey = probe(
  'orders.exists',
  'GET /store/orders with the key',
  { worth: 915, carries: true },
  () => get(orders),
);
