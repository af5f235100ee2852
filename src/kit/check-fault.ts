/**
 * Checks that a user added broke by themselves: it is the fault of their file, neither the kit's nor the
 * target's. `requirement` is the row that they were to judge; the message says where, and what happened.
 */
export class CheckFault extends Error {
  override readonly name = 'CheckFault';
  readonly requirement: string;

  constructor(requirement: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.requirement = requirement;
  }
}
