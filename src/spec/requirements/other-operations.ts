import { type Requirement, text } from '../requirement.ts';

/** What the specification names without specifying it. */
export const otherOperations: readonly Requirement[] = [
  {
    id: 'pets.exists',
    level: 'observed',
    title: 'What GET /pets/{petId} returns for a valid key',
    source: 'Other operations',
    asks: text`The operation exists and is deprecated. Its parameters and responses are not specified, and
      whether a given pet exists is unknown, so the kit only notes the status. Other requirements judge its authentication, 401 bodies and rate-limit headers.`,
    impact: 'A 404 may mean an unknown pet or a removed operation, and clients do not know which.',
    fix: 'No change is needed. Keep the operation until its sunset date, then return 410, not 404.',
  },
  {
    id: 'orders.exists',
    level: 'observed',
    title: 'What GET /store/orders returns for a valid key',
    source: 'Other operations',
    asks: text`The operation exists. Its parameters and responses are not specified, so the kit only notes the status. Other requirements judge its authentication, 401 bodies and rate-limit headers.`,
    impact: 'Clients cannot rely on its responses until they are specified.',
    fix: 'No change is needed. A published schema would make this testable.',
  },
  {
    id: 'orders.interactive',
    level: 'not-testable',
    title: 'The reference must not offer interactive testing of GET /store/orders',
    source: 'Other operations',
    asks: text`The reference page disables interactive testing for this operation. The specification does not
      say how.`,
    impact: 'Not tested, because it concerns a documentation page and not the server.',
    fix: text`Check that the reference page has no "try it" button for this operation. The server must still
      serve the operation.`,
  },
  {
    id: 'other.operations',
    level: 'not-testable',
    title: 'Fields, parameters and responses of pets and orders, and all other operations',
    source: 'Other operations',
    asks: 'The specification says only that these exist.',
    impact: text`Not tested, because no response could violate an unwritten rule. The kit does not call
      unknown operations, because they might change data.`,
    fix: 'Once they are specified, the kit can add requirements for them.',
  },
  {
    id: 'other.states',
    level: 'not-testable',
    title: 'States of resources and their transitions',
    source: 'States and transitions',
    asks: 'The specification has a heading for states, with nothing under it.',
    impact: 'Not tested, because the specification names no state and the API shows none.',
    fix: 'Once states are specified, the kit can add requirements for them.',
  },
  {
    id: 'other.events',
    level: 'not-testable',
    title: 'Events, webhooks and notifications',
    source: 'Events',
    asks: 'The specification has a heading for events, with nothing under it.',
    impact: 'Not tested, because the specification names no event and no way to subscribe to one.',
    fix: 'Once events are specified, the kit can add requirements for them.',
  },
];
