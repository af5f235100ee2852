import { causeOf, placeOf, receivedOf } from '../src/expect/answer.ts';
import { hasKey, isListRequest, isNamed } from '../src/expect/picks.ts';
import { get } from '../src/kit/requests.ts';
import { conclusion, type Member, probe } from '../src/kit/suite.ts';
import { type Exchange, isServed, statusOf } from '../src/model/exchange.ts';
import { lookedBanned } from '../src/readings/outcomes.ts';
import { listCategories } from '../src/spec/operations.ts';

const row = 'auth.scheme-case';

/** The scheme in lower case, asked for once, and compared with what the usual spelling gets in the whole run. */
export const schemeCase: readonly Member[] = [
  probe(row, 'GET /categories with the scheme in lower case', { worth: 846, alone: true }, () =>
    get(listCategories, 'bearer-lowercase'),
  ),

  conclusion(row, 'the scheme in lower case is the same scheme', ({ outcomes, ban, listHealth }) => {
    const firsts = outcomes.all().map(({ first }) => first);
    const lower = firsts.filter(isLowerCase);
    // Served once, it is the same scheme.
    const asked = lower.find(isServed) ?? lower.at(-1);
    if (asked === undefined) return undefined;
    if (isServed(asked)) return { exercised: 1, kept: [[placeOf(asked), 1]] };
    const isDead = listHealth.broken() !== undefined && statusOf(asked) !== 401;
    const explained = isDead ? 'see list.ok' : whyNotTheSpelling(asked, firsts);
    const reason = ban.shownBy() === undefined ? explained : lookedBanned;
    if (reason !== undefined) return { reason };
    const expected = 'the answer that `Bearer` gets';
    const occurrence = { exchange: asked, expected, received: receivedOf(asked), cause: causeOf(asked) };
    return { occurrences: [occurrence] };
  }),
];

function isLowerCase(exchange: Exchange): boolean {
  const { operation, presentation } = exchange.request;
  return operation === 'listCategories' && presentation === 'bearer-lowercase' && statusOf(exchange) !== 429;
}

/** Why such an answer says nothing of the spelling, from what the key gets as everybody writes it; undefined where it does. */
function whyNotTheSpelling(asked: Exchange, firsts: readonly Exchange[]): string | undefined {
  const status = statusOf(asked);
  const lists = new Set(firsts.filter(isListRequest).map(statusOf));
  const usual = firsts.filter(
    (one) => isNamed(one) && hasKey(one) && ![undefined, 429].includes(statusOf(one)),
  );
  const operationsOf = (isRefused: boolean) =>
    new Set(
      usual
        .filter((one) => (statusOf(one) === 401) === isRefused)
        .map(({ request: { operation } }) => operation),
    );
  const taken = operationsOf(false);
  // A key that one operation refuses now and then may have been refused here for the same reason.
  if (status === 401 && (lists.has(401) || [...operationsOf(true)].some((one) => taken.has(one))))
    return 'see auth.key-accepted';
  if (lists.has(status) || !lists.has(200)) return 'see list.ok';
  // Neither served nor refused, as 304 to a condition.
  return status !== undefined && status < 400 ? 'see list.ok' : undefined;
}
