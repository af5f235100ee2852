import { capOn, causeOf, documentOf, receivedOf } from '../exchange/answer.ts';
import { type Answer, type Exchange, statusOf } from '../exchange/exchange.ts';
import type { Mismatch } from '../exchange/finding.ts';
import { definedOnly } from '../text/defined-only.ts';

/** An expectation that the target did not meet: becomes a finding. */
export class Unmet extends Error {
  override readonly name = 'Unmet';
  readonly mismatch: Mismatch;

  constructor(mismatch: Mismatch) {
    super(`expected ${mismatch.expected}, received ${mismatch.received}`);
    this.mismatch = mismatch;
  }
}

/** The row cannot be judged on what came back, for a reason that is another row's, or the specification's silence. */
export class NotExercised extends Error {
  override readonly name = 'NotExercised';
}

/**
 * Ends a check or a rule with a finding. `cause` names the fault without any drawn or measured value;
 * `comparedWith` is the other exchange of the proof, where there is one.
 */
export function unmet(expected: string, received: string, cause: string, comparedWith?: Exchange): never {
  throw withoutStack(() => new Unmet({ expected, received, cause, ...definedOnly({ comparedWith }) }));
}

/** Some reasons are thrown for every answer of a run: an error that was made once is thrown in a fifth of the time. */
const known = new Map<string, NotExercised>();
const mostKnown = 100;

/** Ends a check or a rule without a judgement. */
export function notExercised(reason: string): never {
  const end = known.get(reason) ?? withoutStack(() => Object.freeze(new NotExercised(reason)));
  if (known.size < mostKnown) known.set(reason, end);
  throw end;
}

/** Where such an end was thrown tells nobody anything, and finding that out took a tenth of the time of judging. */
function withoutStack<T extends Error>(make: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Meets the status or ends in a finding; a fault of the transport is one too. Only the status is judged. */
export function expectStatus(exchange: Exchange, wanted: number): void {
  if (statusOf(exchange) !== wanted) unmet(`status ${wanted}`, receivedOf(exchange), causeOf(exchange));
}

/** Why a body is no JSON value of use, in a clause; where that is a cap of the kit, nothing can be judged. */
export function bodyProblem(answer: Answer): string {
  const { body, bodyProblem: problem } = answer.outcome.response;
  const cap = capOn(answer);
  if (cap !== undefined) notExercised(`an answer was not read to its end: ${cap}`);
  if (problem !== undefined) return problem;
  if (body.length === 0) return 'no body';
  const document = documentOf(answer);
  return document.ok ? 'JSON' : `a body that is not JSON (${document.problem}, line ${document.line})`;
}
