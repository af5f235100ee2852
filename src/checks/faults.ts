import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AddedChecks } from './added-checks.ts';

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

/** Why a run was ended: something threw in a place where nobody could catch it, such as a timer. */
export class StrayFault extends Error {
  override readonly name = 'StrayFault';
}

/** Code kept the event loop from turning and was interrupted; the stack says where it was. */
export class Stuck extends Error {
  override readonly name = 'Stuck';

  constructor(seconds: number, frames: readonly string[]) {
    super(`did not return within ${seconds} s after an await, ${frames[0] ?? 'at an unknown place'}`);
    this.stack = [this.message, ...frames].join('\n');
  }
}

/** The fault as the file's whose code threw, if a file that the user added is found in the stack; else as it is. */
export function blamed({ cause }: StrayFault, added: readonly AddedChecks[]): unknown {
  const file = added.find((one) => isFrom(cause, one));
  const requirement = file?.requirements[0]?.id;
  if (file === undefined || requirement === undefined) return cause;
  const what = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  const fault = cause instanceof Stuck ? cause.message : `threw where nobody could catch it: ${what}`;
  return new CheckFault(requirement, `${file.from} ${fault}`, cause);
}

/** What is no Error has no stack, and is thrown by nothing of the kit. */
function isFrom(thrown: unknown, { file }: AddedChecks): boolean {
  if (!(thrown instanceof Error)) return true;
  if (file === undefined) return false;
  const path = resolve(file);
  return [pathToFileURL(path).href, path].some((place) => thrown.stack?.includes(place) === true);
}
