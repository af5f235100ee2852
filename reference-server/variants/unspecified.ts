import type { Change, Variant } from '../change.ts';
import { editReplies, names } from '../edits.ts';
import { errorReply, problem } from '../problem.ts';
import type { HeaderLine } from '../response.ts';
import type { OperationId } from '../routing.ts';

const responding = (operation: OperationId, status: number, code: string, message: string): Change =>
  editReplies(operation, (_reply, { parts }) => errorReply(problem(status, code, message), parts.errorJson));

const empty = (operation: OperationId, status: number, headers: readonly HeaderLine[] = []): Change =>
  editReplies(operation, () => ({ status, headers }));

const PETS = 'The responses of GET /pets/{petId} are not shown.';
const ORDERS = 'The responses of GET /store/orders are not shown.';

export const unspecifiedVariants: readonly Variant[] = [
  {
    id: 'pet-404',
    title: 'There is no pet',
    legal: PETS,
    warnings: [],
    change: responding('getPet', 404, 'pet_not_found', 'There is no such pet.'),
  },
  {
    id: 'pet-404-to-all',
    title: 'There is no pet, and that is said before the key is looked at',
    legal:
      'Reading 1: where the twin with the key is not answered 2xx, another status without it is observed.',
    warnings: [],
    change: (parts) => ({
      route: (...asked) => {
        const route = parts.route(...asked);
        if (!names(route, 'getPet')) return route;
        return {
          kind: 'refused',
          problem: problem(404, 'pet_not_found', 'There is no such pet.'),
          headers: [],
        };
      },
    }),
  },
  {
    id: 'pet-410',
    title: 'The deprecated operation is gone',
    legal: `${PETS} Its sunset date may have come.`,
    warnings: [],
    change: responding('getPet', 410, 'operation_gone', 'This operation has been retired.'),
  },
  {
    id: 'pet-moved',
    title: 'The deprecated operation redirects to its successor',
    legal: PETS,
    warnings: [],
    change: empty('getPet', 308, [['Location', '/v2/animals/1']]),
  },
  {
    id: 'orders-501',
    title: 'Orders are not implemented',
    legal: ORDERS,
    warnings: [],
    change: responding('listOrders', 501, 'not_implemented', 'Orders are not implemented.'),
  },
  {
    id: 'orders-403',
    title: 'The key may not see orders',
    legal: ORDERS,
    warnings: [],
    change: responding('listOrders', 403, 'forbidden', 'The plan does not include orders.'),
  },
  {
    id: 'orders-503',
    title: 'Orders are always being maintained',
    legal: ORDERS,
    warnings: [],
    change: responding('listOrders', 503, 'maintenance', 'Orders are being maintained.'),
  },
  {
    id: 'orders-204',
    title: 'No orders are no content',
    legal: ORDERS,
    warnings: [],
    change: empty('listOrders', 204),
  },
  {
    id: 'elsewhere-403',
    title: 'Paths that nobody has are forbidden',
    legal: 'What is answered outside the operations is not shown.',
    warnings: [],
    change: (parts) => ({
      route: (...asked) => {
        const route = parts.route(...asked);
        if (route.kind !== 'unknown') return route;
        return {
          kind: 'refused',
          problem: problem(403, 'forbidden', 'This address is not for you.'),
          headers: [],
        };
      },
    }),
  },
  {
    id: 'base-below-a-path',
    title: 'The base address has more segments before v1',
    legal: 'Versioning, rule 1: v1 is the last segment; what stands before it is not shown.',
    warnings: [],
    change: () => ({ basePath: '/shops/7/api/v1' }),
  },
];
