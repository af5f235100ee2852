import type { Change, Defect } from '../changes/change.ts';
import { editReplies } from '../changes/edits.ts';
import { errorReply, problem } from '../problem.ts';
import type { HeaderLine } from '../response.ts';
import type { OperationId } from '../routing.ts';

const responding = (
  operation: OperationId,
  status: number,
  code: string,
  message: string,
  headers: readonly HeaderLine[] = [],
): Change =>
  editReplies(operation, (_reply, { parts }) =>
    errorReply(problem(status, code, message), parts.errorJson, headers),
  );

/** Servers without an operation that the specification names. */
export const otherOperationDefects: readonly Defect[] = [
  {
    id: 'pet-method-refused',
    title: 'Returns 405 for GET /pets/{petId}',
    story: 'Only the operations that change a pet were routed.',
    requirements: ['pets.exists'],
    change: responding('getPet', 405, 'method_not_allowed', 'Pets cannot be read.', [
      ['Allow', 'PUT, DELETE'],
    ]),
  },
  {
    id: 'pet-not-implemented',
    title: 'Returns 501 for GET /pets/{petId}',
    story: 'The handler is a stub that was generated from the interface description.',
    requirements: ['pets.exists'],
    change: responding('getPet', 501, 'not_implemented', 'Pets are not implemented.'),
  },
  {
    id: 'orders-not-found',
    title: 'Returns 404 for GET /store/orders',
    story: 'Orders moved to another service, and the gateway has no route to it.',
    requirements: ['orders.exists'],
    change: responding('listOrders', 404, 'not_found', 'This path does not exist.'),
  },
  {
    id: 'orders-not-implemented',
    title: 'Returns 501 for GET /store/orders',
    story: 'The handler is a stub that was generated from the interface description.',
    requirements: ['orders.exists'],
    change: responding('listOrders', 501, 'not_implemented', 'Orders are not implemented.'),
  },
];
