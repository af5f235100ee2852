import { observe, type Probe, suite } from '../src/checks/built-in.ts';
import { hasResponse } from '../src/exchange/exchange.ts';
import { hasKey } from '../src/exchange/picks.ts';
import { receivedOf } from '../src/exchange/response.ts';
import { type Operation, orders, petById } from '../src/spec/operations.ts';
import { ordersWithKey, petWithKey } from './shared.ts';

export default suite('Named but not specified', [
  ...named(petWithKey, petById),
  ...named(ordersWithKey, orders),
]);

/** Sends the request and observes the response, which is not specified. */
function named(sent: Probe, { id, title }: Operation) {
  const observed = observe(sent.requirement, `the response to ${title}`, (response) =>
    hasResponse(response) && response.request.operation === id && hasKey(response)
      ? receivedOf(response)
      : undefined,
  );
  return [sent, observed];
}
