import { type Requirement, text } from '../requirement.ts';

/** What the specification names without specifying it. */
export const otherOperations: readonly Requirement[] = [
  {
    id: 'pets.exists',
    level: 'observed',
    title: 'what GET /pets/{petId} answers to a valid key',
    source: 'Other operations',
    asks: text`The operation exists and is deprecated; parameters and answers are not shown, and whether a
      given pet exists is unknown. The kit notes the status. Keys, 401 bodies and rate-limit headers of the
      operation are judged by their own rows.`,
    impact: 'A 404 may mean an unknown pet or an operation that is gone; users cannot tell from outside.',
    fix: text`Nothing has to change. Keep the operation until its sunset date, and then answer 410 rather
      than 404.`,
  },
  {
    id: 'orders.exists',
    level: 'observed',
    title: 'what GET /store/orders answers to a valid key',
    source: 'Other operations',
    asks: text`The operation exists; parameters and answers are not shown. The kit notes the status. Keys,
      401 bodies and rate-limit headers of the operation are judged by their own rows.`,
    impact: 'What clients get there cannot be relied on before it is specified.',
    fix: 'Nothing has to change. A published schema would let this row become a test.',
  },
  {
    id: 'orders.interactive',
    level: 'not-testable',
    title: 'GET /store/orders cannot be tried out in the reference',
    source: 'Other operations',
    asks: text`The reference page disables interactive testing for this operation; how the page is told so
      is not shown.`,
    impact: 'Not tested, because it concerns a page of documentation and not the service.',
    fix: text`See that the reference page has no "try it" button there. The service itself has to answer
      the operation all the same.`,
  },
  {
    id: 'other.operations',
    level: 'not-testable',
    title: 'fields, parameters and answers of pets and orders, and all other operations',
    source: 'Other operations',
    asks: 'The specification says of these that they exist, and nothing that could be right or wrong.',
    impact: text`Not tested, because no answer could break a rule that is not written. Unknown operations are
      not called, since they might change something.`,
    fix: 'Once they are specified, rows can be added to the ledger.',
  },
  {
    id: 'other.states',
    level: 'not-testable',
    title: 'states that resources have, and how they move from one to another',
    source: 'States and transitions',
    asks: 'The specification has a heading for them and shows none.',
    impact: 'Not tested, because no state is named and nothing in the interface shows one.',
    fix: 'Once states are specified, rows can be added to the ledger.',
  },
  {
    id: 'other.events',
    level: 'not-testable',
    title: 'events, webhooks and notifications',
    source: 'Events',
    asks: text`Whether the service tells anyone of changes is left open: the heading is there and no event
      under it.`,
    impact: 'Not tested, because no event is named and there is no way to subscribe to one.',
    fix: 'Once events are specified, rows can be added to the ledger.',
  },
];
