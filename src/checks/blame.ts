import type { Exchange } from '../exchange/exchange.ts';
import type { Mismatch } from '../exchange/finding.ts';
import { Stopped } from '../exchange/stopped.ts';
import { definedOnly } from '../text/defined-only.ts';
import { bounded, TooLong } from './bounded.ts';
import { NotExercised, Unmet } from './expectations.ts';
import { CheckFault } from './faults.ts';

/** Of which member of which file something is said. */
export interface Place {
  readonly from: string;
  readonly requirement: string;
  readonly title: string;
}

/** A fault of the file, in a sentence that says where. */
export function faultOf({ from, requirement, title }: Place, what: string, cause?: unknown): CheckFault {
  return new CheckFault(requirement, `${from}: ${requirement} (${title}) ${what}`, cause);
}

/** Calls code of a user. What it throws is thrown as `thrownBy` says; where it does not come back it is ended. */
export function called<Result>(place: Place, act: () => Result): Result {
  try {
    return bounded(place, act);
  } catch (error) {
    throw thrownBy(place, error);
  }
}

/**
 * What code of a user threw, as the kit takes it: a finding, no judgement, the end of the run, or else a fault of the
 * file. A file may hold on to another copy of the package, so findings are told by their names, too.
 */
export function thrownBy(place: Place, error: unknown): Error {
  if (error instanceof CheckFault || error instanceof Stopped) return error;
  if (!(error instanceof Error)) return faultOf(place, `threw ${shown(error)}, which is no Error`);
  if (error instanceof NotExercised || error.name === 'NotExercised') return new NotExercised(error.message);
  if (error instanceof Unmet || error.name === 'Unmet') return unmetOf(place, error);
  if (error instanceof TooLong) return faultOf(place, error.message, error);
  return faultOf(place, `threw ${error.name}: ${error.message}`, error);
}

function unmetOf(place: Place, error: Error): Error {
  const { mismatch } = error as { mismatch?: Mismatch };
  if (mismatch === undefined || !isText(mismatch.cause))
    return faultOf(place, 'gave a finding no cause: the third argument of unmet names it');
  const { expected, received, cause, comparedWith } = mismatch;
  if (!isHandedOrNone(comparedWith))
    return faultOf(place, 'compared a finding with what is no exchange: the fourth argument of unmet is one');
  return new Unmet({
    expected: String(expected),
    received: String(received),
    cause,
    ...definedOnly({ comparedWith }),
  });
}

/** What code of a user was handed, and can therefore name in a finding. */
const handed = new WeakSet<object>();

/** Whether a value that code of a user gives is an exchange that it was handed, or nothing. */
export function isHandedOrNone(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && handed.has(value));
}

/**
 * An exchange that cannot be written to, its bytes apart: what code of a user did to it would show in the judgement of
 * all others, and in the report. It is frozen itself, for records and findings know it by its identity.
 */
export function frozen(exchange: Exchange): Exchange {
  handed.add(exchange);
  if (Object.isFrozen(exchange)) return exchange;
  const { outcome, request } = exchange;
  if (outcome.kind === 'answer') {
    for (const line of outcome.response.headers) Object.freeze(line);
    Object.freeze(outcome.response.headers);
    Object.freeze(outcome.response);
  } else Object.freeze(outcome.fault);
  Object.freeze(outcome);
  Object.freeze(request);
  return Object.freeze(exchange);
}

/** Whether a value is a text that says something. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** A value in a word or two, for messages about files of users. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}
