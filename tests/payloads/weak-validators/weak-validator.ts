import type { Change } from '../../../reference-server/changes/change.ts';
import {
  isJsonObject,
  parseBody,
  type Reading,
  readNewCategory,
} from '../../../reference-server/new-category.ts';
import { problem } from '../../../reference-server/problem.ts';
import type { RefusalId } from '../../../src/payloads/classify.ts';

/** The response to a body: a category that is stored, or an Error. */
export type Outcome = Reading;

/** The reference server, except that it responds wrongly to some values of one kind of invalid body. */
export interface WeakValidator {
  readonly id: string;
  readonly title: string;
  /** The requirement that the server violates. */
  readonly requirement: RefusalId;
  /** Bodies that show the weakness. */
  readonly shownBy: readonly string[];
  /** Bodies of the same kind to which the server responds correctly. */
  readonly refused: readonly string[];
  /** Returns whether the server responds wrongly to a body. */
  readonly isWrongFor: (body: Uint8Array) => boolean;
  readonly change: Change;
}

/** An invalid body as text and, if it is JSON, as a value. */
interface Sent {
  readonly text: string;
  readonly json: unknown;
}

/** The wrong response to an invalid body, or undefined if the server refuses the body like any other. */
export type Slip = (sent: Sent) => Outcome | undefined;

interface Description extends Omit<WeakValidator, 'isWrongFor' | 'change'> {
  readonly slip: Slip;
}

/** Creates a row from `slip`, which is only called for bodies that the reference server refuses. */
export function weakValidator({ slip, ...about }: Description): WeakValidator {
  const wrong = (body: Uint8Array): Outcome | undefined => {
    if (readNewCategory(body).kind === 'category') return undefined;
    const parsed = parseBody(body);
    const json = parsed.kind === 'json' ? parsed.value : undefined;
    try {
      return slip({ text: new TextDecoder().decode(body), json });
    } catch {
      // The value is nested too deeply to be stored as text.
      return undefined;
    }
  };
  return {
    ...about,
    isWrongFor: (body) => wrong(body) !== undefined,
    change: (parts) => ({ readNewCategory: (body) => wrong(body) ?? parts.readNewCategory(body) }),
  };
}

/** Returns a slip that applies only to a wrong `name` in an object whose description is valid. */
export function onWrongName(slip: (name: unknown, sent: Sent) => Outcome | undefined): Slip {
  return (sent) => {
    const { json } = sent;
    const isOnlyFault =
      isJsonObject(json) &&
      Object.hasOwn(json, 'name') &&
      typeof json['name'] !== 'string' &&
      !badDescription(json['description']);
    return isOnlyFault ? slip(json['name'], sent) : undefined;
  };
}

/** Returns a slip that applies only to a wrong `description` that is not null, in an object whose name is valid. */
export function onWrongDescription(
  slip: (description: unknown, name: unknown, sent: Sent) => Outcome | undefined,
): Slip {
  return (sent) => {
    const { json } = sent;
    const isOnlyFault =
      isJsonObject(json) &&
      !badName(json['name']) &&
      badDescription(json['description']) &&
      json['description'] !== null;
    return isOnlyFault ? slip(json['description'], json['name'], sent) : undefined;
  };
}

/** Returns an Error. */
export function refuse(status = 400): Outcome {
  return { kind: 'problem', problem: problem(status, 'body_refused', 'The request body was refused.') };
}

/** Stores a category as a mapper with two text columns does: other values become strings. */
export function store(name: unknown, description?: unknown): Outcome {
  return description === undefined || description === null
    ? { kind: 'category', category: { name: textOf(name) } }
    : { kind: 'category', category: { name: textOf(name), description: textOf(description) } };
}

/** Converts a value to a string, as a mapper does. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Checks whether the reference server refuses a name. */
function badName(name: unknown): boolean {
  return typeof name !== 'string' || name.trim() === '';
}

/** Checks whether a description is present and not a string. */
function badDescription(description: unknown): boolean {
  return description !== undefined && typeof description !== 'string';
}
