import type { Change, Variant } from '../change.ts';
import { errorReply, problem } from '../problem.ts';
import type { OperationId } from '../routing.ts';

const answering = (operation: OperationId, status: number, code: string, message: string): Change => {
  return (parts) => ({
    operations: {
      ...parts.operations,
      [operation]: () => errorReply(problem(status, code, message), parts.errorJson),
    },
  });
};

export const unspecifiedVariants: readonly Variant[] = [
  {
    id: 'pet-404',
    title: 'There is no pet',
    legal: 'The responses of GET /pets/{petId} are not shown.',
    warnings: [],
    change: answering('getPet', 404, 'pet_not_found', 'There is no such pet.'),
  },
  {
    id: 'pet-410',
    title: 'The deprecated operation is gone',
    legal: 'The responses of GET /pets/{petId} are not shown, and its sunset date may have come.',
    warnings: [],
    change: answering('getPet', 410, 'operation_gone', 'This operation has been retired.'),
  },
  {
    id: 'orders-501',
    title: 'Orders are not implemented',
    legal: 'The responses of GET /store/orders are not shown.',
    warnings: [],
    change: answering('listOrders', 501, 'not_implemented', 'Orders are not implemented.'),
  },
];
