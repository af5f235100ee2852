import { jsonOf } from '../expect/answer.ts';
import { isNamedAnswer } from '../expect/picks.ts';
import type { Exchange } from '../model/exchange.ts';

/** Whether whatever is asked is answered with one 2xx that has nothing to do with it: empty, or some page (reading 15). */
export interface SameAnswer {
  step(exchange: Exchange): void;
  readonly everywhere: boolean;
}

/** As much of a body is compared, in bytes; numbers and long hexadecimal ids in it may differ from answer to answer. */
const compared = 4_000;
const varying = /[0-9a-f]{8,}|\d+/gi;

export function createSameAnswer(): SameAnswer {
  const operations = new Set<string>();
  let first: string | undefined;
  let differs = false;
  return {
    step(exchange) {
      if (differs || !isNamedAnswer(exchange)) return;
      const { status, body } = exchange.outcome.response;
      operations.add(exchange.request.operation);
      const text = Buffer.from(body.subarray(0, compared)).toString('latin1').replaceAll(varying, '');
      const answer = `${status} ${text}`;
      first ??= answer;
      differs = status < 200 || status > 299 || answer !== first || Array.isArray(jsonOf(exchange));
    },
    get everywhere() {
      return !differs && operations.has('listCategories') && operations.has('createCategory');
    },
  };
}
