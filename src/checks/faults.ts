import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Exchange } from '../exchange/exchange.ts';
import type { Mismatch } from '../exchange/finding.ts';
import { Stopped } from '../exchange/stopped.ts';
import { definedOnly } from '../text/defined-only.ts';
import { bounded, TooLong } from './bounded.ts';
import type { AddedChecks } from './custom-checks.ts';
import { NotTested, Unmet } from './expectations.ts';

/** A custom check failed by itself: neither the kit nor the target is at fault. The message says where and how. */
export class CheckFault extends Error {
  override readonly name = 'CheckFault';
  readonly requirement: string;

  constructor(requirement: string, message: string, cause?: unknown) {
    super(message, definedOnly({ cause }));
    this.requirement = requirement;
  }
}

/** Ends a run because something threw where nobody could catch it, such as in a timer. */
export class StrayFault extends Error {
  override readonly name = 'StrayFault';
}

/** Code blocked the event loop and was interrupted; the stack says where it was. */
export class Stuck extends Error {
  override readonly name = 'Stuck';

  constructor(seconds: number, frames: readonly string[]) {
    super(`did not return within ${seconds} s after an await, ${frames[0] ?? 'at an unknown place'}`);
    this.stack = [this.message, ...frames].join('\n');
  }
}

/** Returns a fault of the file whose code threw, if the stack names a file of custom checks; else the cause itself. */
export function blamed({ cause }: StrayFault, added: readonly AddedChecks[]): unknown {
  const source = added.find(({ file }) => isFrom(cause, file));
  const requirement = source?.requirements[0]?.id;
  if (source === undefined || requirement === undefined) return cause;
  const what = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  const fault = cause instanceof Stuck ? cause.message : `threw where nobody could catch it: ${what}`;
  return new CheckFault(requirement, `${source.from} ${fault}`, cause);
}

/** The kit throws nothing but Errors, so anything else is from custom code. */
function isFrom(thrown: unknown, file: string | undefined): boolean {
  if (!(thrown instanceof Error)) return true;
  if (file === undefined) return false;
  const path = resolve(file);
  return [pathToFileURL(path).href, path].some((place) => thrown.stack?.includes(place) === true);
}

/** Names a check, probe or rule of a file, for messages. */
export interface Place {
  readonly from: string;
  readonly requirement: string;
  readonly title: string;
}

export function faultOf({ from, requirement, title }: Place, what: string, cause?: unknown): CheckFault {
  return new CheckFault(requirement, `${from}: ${requirement} (${title}) ${what}`, cause);
}

/** Calls custom code, ends it if it does not return, and throws what it throws as `thrownBy` converts it. */
export function called<Result>(place: Place, act: () => Result): Result {
  try {
    return bounded(place, act);
  } catch (error) {
    throw thrownBy(place, error);
  }
}

/**
 * Converts what custom code threw: a finding, no judgment, the end of the run, or else a fault of the file.
 * The file may import another copy of the package, so the name of an error decides, not its class.
 */
export function thrownBy(place: Place, error: unknown): Error {
  if (error instanceof CheckFault || error instanceof Stopped) return error;
  if (!(error instanceof Error)) return faultOf(place, `threw ${shown(error)}, which is no Error`);
  if (error.name === 'NotTested') return new NotTested(error.message);
  if (error.name === 'Unmet') return unmetOf(place, error);
  const what = error instanceof TooLong ? error.message : `threw ${error.name}: ${error.message}`;
  return faultOf(place, what, error);
}

function unmetOf(place: Place, error: Error): Error {
  const { mismatch } = error as { mismatch?: Mismatch };
  if (mismatch === undefined || !isText(mismatch.cause))
    return faultOf(place, 'gave a finding no cause: the third argument of unmet names it');
  const { expected, received, cause, comparedWith } = mismatch;
  if (!isHandedOrNone(comparedWith))
    return faultOf(place, 'compared a finding with what is no exchange: the fourth argument of unmet is one');
  const texts = { expected: String(expected), received: String(received), cause };
  return new Unmet({ ...texts, ...definedOnly({ comparedWith }) });
}

/** The exchanges that custom code was given, and can therefore name in a finding. */
const handed = new WeakSet<object>();

/** Checks whether a value from custom code is undefined or an exchange that it was given. */
export function isHandedOrNone(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && handed.has(value));
}

/**
 * Freezes an exchange before custom code gets it: changes would show in other judgments and in the report.
 * It is not copied, because records and findings compare exchanges by identity. Bytes cannot be frozen.
 */
export function frozen(exchange: Exchange): Exchange {
  handed.add(exchange);
  freezeAll(exchange);
  return exchange;
}

function freezeAll(value: unknown): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value))
    return;
  for (const part of Object.values(Object.freeze(value))) freezeAll(part);
}

/** Checks whether a value is a string that is not blank. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Describes a value in a word or two, for messages about files of users. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}
