import type { Exchange } from '../model/exchange.ts';
import type { Mismatch } from '../model/finding.ts';

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
  throw new Unmet({ expected, received, cause, ...(comparedWith === undefined ? {} : { comparedWith }) });
}

/** Ends a check or a rule without a judgement. */
export function notExercised(reason: string): never {
  throw new NotExercised(reason);
}
