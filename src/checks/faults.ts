import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Exchange } from '../exchange/exchange.ts';
import type { Mismatch } from '../exchange/finding.ts';
import { Stopped } from '../exchange/stopped.ts';
import { definedOnly } from '../text/defined-only.ts';
import { bounded, TooLong } from './bounded.ts';
import type { AddedChecks } from './custom-checks.ts';
import { NotTested, Unmet } from './expectations.ts';

/** Reports that the code of a custom check failed, not the kit or the target. */
export class CheckFault extends Error {
  override readonly name = 'CheckFault';
  readonly requirement: string;

  constructor(requirement: string, message: string, cause?: unknown) {
    super(message, definedOnly({ cause }));
    this.requirement = requirement;
  }
}

/** Ends a run because of an uncaught exception, such as in a timer. */
export class StrayFault extends Error {
  override readonly name = 'StrayFault';
}

/** Reports code that blocked the event loop and was interrupted; the stack shows where. */
export class Stuck extends Error {
  override readonly name = 'Stuck';

  constructor(seconds: number, frames: readonly string[]) {
    const place = frames.find((frame) => !frame.startsWith('at node:')) ?? 'at an unknown place';
    super(`did not return within ${seconds} s after an await, ${place}`);
    this.stack = [this.message, ...frames].join('\n');
  }
}

/** Returns a fault of the custom check file in the stack, or the cause itself if there is none. */
export function blamed({ cause }: StrayFault, added: readonly AddedChecks[]): unknown {
  const what = cause instanceof Error ? `${cause.name}: ${cause.message}` : shown(cause);
  const fault = cause instanceof Stuck ? cause.message : `threw an uncaught exception: ${what}`;
  for (const { file, from, requirements } of added) {
    const [first] = requirements;
    if (first !== undefined && isFrom(cause, file))
      return new CheckFault(first.id, `${from} ${fault}`, cause);
  }
  return cause;
}

/** The kit throws only Errors, so anything else is from custom code. */
function isFrom(thrown: unknown, file: string | undefined): boolean {
  if (!(thrown instanceof Error)) return true;
  if (file === undefined) return false;
  const path = resolve(file);
  return [pathToFileURL(path).href, path].some((place) => thrown.stack?.includes(place) === true);
}

/** Identifies a check, probe or rule of a file, for messages. */
export interface Place {
  readonly from: string;
  readonly requirement: string;
  readonly title: string;
}

export function faultOf({ from, requirement, title }: Place, what: string, cause?: unknown): CheckFault {
  return new CheckFault(requirement, `${from}: ${requirement} (${title}) ${what}`, cause);
}

/** Calls custom code, ends it if it does not return, and converts its exceptions with `thrownBy`. */
export function called<Result>(place: Place, act: () => Result): Result {
  try {
    return bounded(place, act);
  } catch (error) {
    throw thrownBy(place, error);
  }
}

/**
 * Converts an exception of custom code: a finding, no judgment, the end of the run, or otherwise a fault of the file.
 * Compares names instead of classes, because the file may import another copy of the package.
 */
export function thrownBy(place: Place, error: unknown): Error {
  if (error instanceof CheckFault || error instanceof Stopped) return error;
  if (!(error instanceof Error)) return faultOf(place, `threw ${shown(error)}, which is not an Error`);
  if (error.name === 'NotTested') return new NotTested(error.message);
  if (error.name === 'Unmet') return unmetOf(place, error);
  const what = error instanceof TooLong ? error.message : `threw ${error.name}: ${error.message}`;
  return faultOf(place, what, error);
}

function unmetOf(place: Place, error: Error): Error {
  const { mismatch } = error as { mismatch?: Mismatch };
  if (!isText(mismatch?.cause))
    return faultOf(place, 'reported a finding without a cause, the third argument of unmet');
  const { expected, received, cause, comparedWith } = mismatch;
  if (!isHandedOrNone(comparedWith))
    return faultOf(
      place,
      'compared a finding with something that is not an exchange: see the fourth argument of unmet',
    );
  const strings = { expected: String(expected), received: String(received), cause };
  return new Unmet({ ...strings, ...definedOnly({ comparedWith }) });
}

/** The exchanges that custom code received and may use in a finding. */
const handed = new WeakSet<object>();

/** Checks whether a value from custom code is undefined or an exchange that it received. */
export function isHandedOrNone(value: unknown): boolean {
  return value === undefined || handed.has(value as object);
}

/**
 * Freezes an exchange before custom code gets it, so that changes cannot affect other judgments or the report. Copies
 * would not do, because records and findings compare exchanges by identity. Bytes cannot be frozen.
 */
export function frozen(exchange: Exchange): Exchange {
  handed.add(exchange);
  freezeAll(exchange);
  return exchange;
}

function freezeAll(value: unknown): void {
  // Primitive values are always frozen.
  if (ArrayBuffer.isView(value) || Object.isFrozen(value)) return;
  for (const part of Object.values(Object.freeze(value as object))) freezeAll(part);
}

/** Checks whether a value is a non-blank string. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Checks whether a value is an object that is not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Describes a value briefly, for messages about users' files. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}
