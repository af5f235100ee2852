import type { NewCategory } from '../../../reference-server/categories.ts';
import type { Change } from '../../../reference-server/changes/change.ts';
import { isJsonObject, parseBody, type Reading } from '../../../reference-server/new-category.ts';
import { problem } from '../../../reference-server/problem.ts';

/** A server that handles valid bodies of POST /categories correctly, and some others wrongly. */
export interface WeakValidator {
  readonly id: string;
  readonly title: string;
  /** How the mistake happens. */
  readonly story: string;
  /** The requirements that it violates. */
  readonly requirements: readonly string[];
  /** Whether every instance of a fault shows it (any number as name), or only certain values. */
  readonly exposedBy: 'any instance' | 'some values';
  /** It stores values unchanged, so that later lists have elements that are not a Category. */
  readonly breaksLists?: true;
  /** A body that shows it. */
  readonly example: Uint8Array;
  /** Returns its response to a body of `application/json`: 2xx, 400, or another status. */
  readonly accepts: (bytes: Uint8Array) => 'accepted' | 'refused' | 'other';
  readonly change: Change;
}

/** The result of a body; `also` is stored in any case. */
export type Outcome = Reading & { readonly also?: readonly NewCategory[] };

/** Judges a body. An exception returns 500. */
export type Judge = (body: Uint8Array) => Outcome;

interface Description extends Omit<WeakValidator, 'example' | 'accepts' | 'change'> {
  readonly example: string | Uint8Array;
  readonly judge: Judge;
}

/** Creates a weak validator from `judge`. */
export function weak({ judge, example, ...about }: Description): WeakValidator {
  const outcome: Judge = (body) => {
    try {
      return judge(body);
    } catch {
      return refuse(500);
    }
  };
  return {
    ...about,
    example: typeof example === 'string' ? new TextEncoder().encode(example) : example,
    accepts: (bytes) => {
      const found = outcome(bytes);
      if (found.kind === 'category') return 'accepted';
      return found.problem.status === 400 ? 'refused' : 'other';
    },
    change: (parts) => ({
      readNewCategory: (body) => {
        const found = outcome(body);
        for (const category of found.also ?? []) parts.store.add(category);
        return found;
      },
    }),
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

/** Checks a strictly parsed body, typed as the developers believe it to be. */
export function onBody(check: (body: NewCategory) => Outcome): Judge {
  return (bytes) => {
    const parsed = parseBody(bytes);
    return parsed.kind === 'json' ? check(parsed.value as NewCategory) : parsed;
  };
}

/** Checks a parsed body that is an object. */
export function onObject(check: (body: NewCategory) => Outcome): Judge {
  return onBody((body) => (isJsonObject(body) ? check(body) : refuse()));
}

/** Checks the name, if present, of an object with a correct description. */
export function onName(check: (name: unknown, body: NewCategory) => Outcome): Judge {
  return onObject((body) =>
    body.name === undefined || badDescription(body.description) ? refuse() : check(body.name, body),
  );
}

/** Checks the description, if present, of an object with a correct name. */
export function onDescription(check: (description: unknown, body: NewCategory) => Outcome): Judge {
  return onObject((body) => {
    if (badName(body.name)) return refuse();
    return body.description === undefined ? store(body.name) : check(body.description, body);
  });
}

/** Checks whether the reference server refuses a name. */
export function badName(name: unknown): boolean {
  return typeof name !== 'string' || name.trim() === '';
}

/** Checks whether a description is present and not a string. */
export function badDescription(description: unknown): boolean {
  return description !== undefined && typeof description !== 'string';
}

/** Returns the nesting depth of arrays and objects. */
export function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
