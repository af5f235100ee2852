import { observe, type Probe, probe, suite } from '../src/checks/built-in.ts';
import { get } from '../src/checks/requests.ts';
import { hasResponse, statusOf } from '../src/exchange/exchange.ts';
import { hasKey } from '../src/exchange/picks.ts';
import { receivedOf } from '../src/exchange/response.ts';
import { type Operation, orders, petById } from '../src/spec/operations.ts';
import { ordersWithKey, petWithKey, secondList } from './shared.ts';

export default suite('Named but not specified', [
  ...named(petWithKey, petById),
  ...named(ordersWithKey, orders),

  // An operation may have a limit of its own, and only a second request shows its 429.
  probe('pets.exists', 'GET /pets/{petId} with the key again', { priority: 814, after: secondList }, () =>
    get(petById),
  ),
]);

/** Sends the request and observes the response, which is not specified. */
function named(sent: Probe, { id, title }: Operation) {
  const observed = observe(sent.requirement, `the response to ${title}`, (response) =>
    hasResponse(response) &&
    response.request.operation === id &&
    hasKey(response) &&
    statusOf(response) !== 429
      ? receivedOf(response)
      : undefined,
  );
  return [sent, observed];
}
