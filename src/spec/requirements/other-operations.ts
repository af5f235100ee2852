import { type RequirementRow, text } from '../requirement.ts';

/** What the specification names without specifying it. */
export const otherOperations: readonly RequirementRow[] = [
  {
    id: 'pets.exists',
    level: 'advisory',
    traits: { evidence: 'status' },
    title: 'GET /pets/{petId} should exist',
    source: 'Other operations',
    sentence: 'GET /pets/{petId} | Exists; marked deprecated with a sunset date',
    asks: text`With the valid key, the status should not be 405 or 501, because these mean that the server does not
      have the operation. A 404 is allowed, because it may mean that the pet does not exist. The
      specification does not define any other response, so the kit only notes the status.`,
    impact: 'Clients that use the operation fail, although it is only deprecated and not yet removed.',
    fix: text`Route the operation, or forward it at the gateway, until its sunset date. After that date, return 410,
      which says that it was removed.`,
    software: [{ text: 'Generated server stubs return 501 until the operation is implemented.' }],
  },
  {
    id: 'orders.exists',
    level: 'advisory',
    traits: { evidence: 'status' },
    title: 'GET /store/orders should exist',
    source: 'Other operations',
    sentence: 'GET /store/orders | Exists; interactive testing is disabled for it in the reference',
    asks: text`With the valid key, the status should not be 404, 405 or 501, because these mean that the server does
      not have the operation. The specification does not define any other response, so the kit only notes
      the status.`,
    impact: 'Clients that read orders fail, although the specification says that the operation exists.',
    fix: text`Route the operation, or forward it at the gateway. Return an empty list, rather than 404, if there are no
      orders.`,
    software: [{ text: 'Generated server stubs return 501 until the operation is implemented.' }],
  },
  {
    id: 'orders.interactive',
    level: 'not-testable',
    title: 'The reference documentation must not offer interactive testing of GET /store/orders',
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
