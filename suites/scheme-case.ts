import { causeOf, placeOf, receivedOf } from '../src/expect/answer.ts';
import { hasKey, isListRequest, isNamed } from '../src/expect/picks.ts';
import { get } from '../src/kit/requests.ts';
import { type Member, probe, wholeRun } from '../src/kit/suite.ts';
import { lookedBanned } from '../src/limiter/ban.ts';
import { type Exchange, isPassingFault, isServed, statusOf } from '../src/model/exchange.ts';
import { listCategories } from '../src/spec/operations.ts';

const row = 'auth.scheme-case';

/** The scheme in lower case, asked for once, and compared with what the usual spelling gets in the whole run. */
export const schemeCase: readonly Member[] = [
  probe(row, 'GET /categories with the scheme in lower case', { worth: 846, alone: true }, () =>
    get(listCategories, 'bearer-lowercase'),
  ),

  wholeRun(row, 'the scheme in lower case is the same scheme', ({ ban, listHealth }) => {
    let asked: Exchange | undefined;
    const usual = createUsualSpelling();
    return {
      step(exchange) {
        usual.see(exchange);
        const { operation, presentation } = exchange.request;
        if (operation !== 'listCategories' || presentation !== 'bearer-lowercase') return;
        if (exchange.attempt === 1 && isPassingFault(exchange)) return;
        // Served once, it is the same scheme.
        if (statusOf(exchange) !== 429 && !(asked && isServed(asked))) asked = exchange;
      },
      end() {
        if (asked === undefined) return { exercised: 0, occurrences: [] };
        if (isServed(asked)) return { exercised: 1, occurrences: [], kept: [placeOf(asked)] };
        const isDead = listHealth.broken() !== undefined && statusOf(asked) !== 401;
        const explained = isDead ? 'see list.ok' : usual.explains(asked);
        const reason = ban.shownBy() === undefined ? explained : lookedBanned;
        if (reason !== undefined) return { exercised: 0, occurrences: [], reason };
        const occurrence = {
          exchange: asked,
          expected: 'the answer that `Bearer` gets',
          received: receivedOf(asked),
          cause: causeOf(asked),
        };
        return { exercised: 1, occurrences: [occurrence] };
      },
    };
  }),
];

/** What the key gets under the scheme as everybody writes it. */
interface UsualSpelling {
  see(exchange: Exchange): void;
  /** Why such an answer says nothing of the spelling; undefined where it does. */
  explains(asked: Exchange): string | undefined;
}

function createUsualSpelling(): UsualSpelling {
  /** By status; without one where there was no answer. */
  const lists = new Set<number | undefined>();
  const refused = new Set<string>();
  const taken = new Set<string>();
  return {
    see(exchange) {
      const status = statusOf(exchange);
      if (isListRequest(exchange)) lists.add(status);
      if (!isNamed(exchange) || !hasKey(exchange) || status === undefined || status === 429) return;
      (status === 401 ? refused : taken).add(exchange.request.operation);
    },
    explains(asked) {
      const status = statusOf(asked);
      // A key that one operation refuses now and then may have been refused here for the same reason.
      if (status === 401 && (lists.has(401) || [...refused].some((operation) => taken.has(operation))))
        return 'see auth.key-accepted';
      if (lists.has(status) || !lists.has(200)) return 'see list.ok';
      // Neither served nor refused, as 304 to a condition.
      return status !== undefined && status < 400 ? 'see list.ok' : undefined;
    },
  };
}
