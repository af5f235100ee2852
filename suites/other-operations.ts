import { notTested, unmet } from '../src/checks/expectations.ts';
import { get } from '../src/checks/requests.ts';
import { everyResponse, type Probe, probe, suite } from '../src/checks/vocabulary.ts';
import { type Exchange, hasResponse, type Responded, statusOf } from '../src/exchange/exchange.ts';
import { hasKey } from '../src/exchange/picks.ts';
import { causeOf, receivedOf } from '../src/exchange/response.ts';
import { type Operation, orders, petById } from '../src/spec/operations.ts';
import { reason } from '../src/spec/reasons.ts';
import { ordersWithKey, petWithKey, secondList } from './shared.ts';

export default suite('Named but not specified', [
  // A 404 may mean that the pet does not exist.
  ...named(petWithKey, petById, [405, 501]),
  ...named(ordersWithKey, orders, [404, 405, 501]),

  // An operation may have a limit of its own, and only a second request shows the 429 of that limit.
  probe(
    'pets.exists',
    'GET /pets/{petId} with the key again',
    { priority: 814, after: secondList, profiles: ['thorough'] },
    () => get(petById),
  ),
]);

/** Sends the request. Only the statuses that mean a missing operation are judged; other statuses are not specified. */
function named(sent: Probe, { id, title }: Operation, missing: readonly number[]) {
  const isOfIt = (exchange: Exchange): exchange is Responded =>
    hasResponse(exchange) && exchange.request.operation === id && hasKey(exchange);
  const judged = everyResponse(sent.requirement, `${title} exists`, isOfIt, (exchange) => {
    const status = statusOf(exchange) ?? 0;
    if (status === 429) notTested(reason('operation-limited', 'every response was 429'));
    if (missing.includes(status))
      unmet(listed(missing), receivedOf(exchange), causeOf(exchange), { relation: 'must not be' });
    return receivedOf(exchange);
  });
  return [sent, judged];
}

function listed(statuses: readonly number[]): string {
  return `${statuses.slice(0, -1).join(', ')} or ${statuses.at(-1)}`;
}
