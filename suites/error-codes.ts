import { jsonOf } from '../src/expect/answer.ts';
import { isStatedError } from '../src/expect/picks.ts';
import { isObject } from '../src/json/read.ts';
import { type WholeRun, wholeRun } from '../src/kit/suite.ts';
import { type Exchange, statusOf } from '../src/model/exchange.ts';
import { operationTitle } from '../src/spec/operations.ts';

/** The most different codes that are shown. */
const mostShown = 16;

/** Where one code was seen under one status. */
interface Seen {
  count: number;
  readonly operations: Set<string>;
}

/** What is observed of `code`: each value once, with its status, how often it came and on which operations. */
export const errorCodes: WholeRun = wholeRun('errors.codes', 'the values of code', () => {
  const codes = new Map<string, Seen>();
  let exercised = 0;
  return {
    step(exchange) {
      const code = codeOf(exchange);
      if (code === undefined) return;
      exercised++;
      const text = `${statusOf(exchange)} ${code}`;
      const seen = codes.get(text) ?? { count: 0, operations: new Set() };
      if (!codes.has(text) && codes.size === mostShown) return;
      codes.set(text, seen);
      seen.count++;
      seen.operations.add(operationTitle(exchange.request.operation));
    },
    end: () => ({ exercised, occurrences: [], seen: [...codes].map(codeWords).sort().join('; ') }),
  };
});

function codeOf(exchange: Exchange): string | undefined {
  if (!isStatedError(exchange)) return undefined;
  const value = jsonOf(exchange);
  return isObject(value) && typeof value['code'] === 'string' ? value['code'] : undefined;
}

/** "401 api_key_missing on GET /categories, POST /categories (8 times)". */
function codeWords([text, { count, operations }]: readonly [string, Seen]): string {
  return `${text} on ${[...operations].sort().join(', ')}${count > 1 ? ` (${count} times)` : ''}`;
}
