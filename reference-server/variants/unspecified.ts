import type { Change, Variant } from '../changes/change.ts';
import { editReplies, isOperation } from '../changes/edits.ts';
import { errorReply, problem } from '../problem.ts';
import type { HeaderLine } from '../response.ts';
import type { OperationId } from '../routing.ts';

const responding = (operation: OperationId, status: number, code: string, message: string): Change =>
  editReplies(operation, (_reply, { parts }) => errorReply(problem(status, code, message), parts.errorJson));

const empty = (operation: OperationId, status: number, headers: readonly HeaderLine[] = []): Change =>
  editReplies(operation, () => ({ status, headers }));

const PETS = 'The responses of GET /pets/{petId} are not specified.';
const ORDERS = 'The responses of GET /store/orders are not specified.';

export const unspecifiedVariants: readonly Variant[] = [
  {
    id: 'pet-404',
    title: 'Has no pets',
    legal: PETS,
    warnings: [],
    change: responding('getPet', 404, 'pet_not_found', 'This pet does not exist.'),
  },
  {
    id: 'pet-404-to-all',
    title: 'Has no pets, and returns 404 for them before it checks the key',
    legal:
      'If the control request with the key does not get a 2xx, another status without the key is only observed.',
    warnings: [],
    change: (parts) => ({
      route: (...args) => {
        const route = parts.route(...args);
        if (!isOperation(route, 'getPet')) return route;
        return {
          kind: 'refused',
          problem: problem(404, 'pet_not_found', 'This pet does not exist.'),
          headers: [],
        };
      },
    }),
  },
  {
    id: 'pet-410',
    title: 'Has removed the deprecated operation',
    legal: `${PETS} Its sunset date may have passed.`,
    warnings: [],
    change: responding('getPet', 410, 'operation_gone', 'This operation has been retired.'),
  },
  {
    id: 'pet-moved',
    title: 'Redirects the deprecated operation to its successor',
    legal: PETS,
    warnings: [],
    change: empty('getPet', 308, [['Location', '/v2/animals/1']]),
  },
  {
    id: 'orders-403',
    title: 'Returns 403 for orders with this key',
    legal: ORDERS,
    warnings: [],
    change: responding('listOrders', 403, 'forbidden', 'The plan does not include orders.'),
  },
  {
    id: 'orders-503',
    title: 'Returns 503 for orders during maintenance',
    legal: ORDERS,
    warnings: ['http.server-errors'],
    change: responding('listOrders', 503, 'maintenance', 'Orders are being maintained.'),
  },
  {
    id: 'orders-503-for-an-hour',
    title: 'Returns 503 with Retry-After for orders during an hour of maintenance',
    legal: `${ORDERS} The kit leaves the operation alone for that time, so the 503 does not repeat.`,
    warnings: [],
    change: editReplies('listOrders', (_reply, { parts }) => {
      const reply = errorReply(problem(503, 'maintenance', 'Orders are being maintained.'), parts.errorJson);
      return { ...reply, headers: [...reply.headers, ['Retry-After', '3600']] };
    }),
  },
  {
    id: 'orders-204',
    title: 'Returns 204 for orders',
    legal: ORDERS,
    warnings: [],
    change: empty('listOrders', 204),
  },
  {
    id: 'elsewhere-403',
    title: 'Returns 403 for unknown paths',
    legal: 'Responses outside the operations are not specified.',
    warnings: [],
    change: (parts) => ({
      route: (...args) => {
        const route = parts.route(...args);
        if (route.kind !== 'unknown') return route;
        return {
          kind: 'refused',
          problem: problem(403, 'forbidden', 'Access to this path is forbidden.'),
          headers: [],
        };
      },
    }),
  },
  {
    id: 'base-below-a-path',
    title: 'Has more segments before v1 in the base URL',
    legal: 'Versioning, rule 1: v1 is the last segment; those before it are not specified.',
    warnings: [],
    change: () => ({ basePath: '/shops/7/api/v1' }),
  },
];
