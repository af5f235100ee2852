import { observe, suite } from '../src/checks/built-in.ts';
import { receivedOf } from '../src/exchange/answer.ts';
import { isAnswer } from '../src/exchange/exchange.ts';
import { hasKey } from '../src/exchange/picks.ts';
import { ordersWithKey, petWithKey } from './probes.ts';

export default suite('Named but not specified', [
  petWithKey,
  observe('pets.exists', 'what GET /pets/{petId} answers', (answer) =>
    isAnswer(answer) && answer.request.operation === 'petById' && hasKey(answer)
      ? receivedOf(answer)
      : undefined,
  ),
  ordersWithKey,
  observe('orders.exists', 'what GET /store/orders answers', (answer) =>
    isAnswer(answer) && answer.request.operation === 'orders' && hasKey(answer)
      ? receivedOf(answer)
      : undefined,
  ),
]);
