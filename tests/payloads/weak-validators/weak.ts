import type { NewCategory } from '../../../reference-server/categories.ts';
import type { Change } from '../../../reference-server/change.ts';
import { isJsonObject, parseBody, type Reading } from '../../../reference-server/new-category.ts';
import { problem } from '../../../reference-server/problem.ts';

/** A server that responds incorrectly to some bodies of POST /categories, and correctly to all valid ones. */
export interface WeakValidator {
  readonly id: string;
  readonly title: string;
  /** How this mistake happens in practice. */
  readonly story: string;
  /** The requirements that it violates for suitable bodies. */
  readonly requirements: readonly string[];
  /** Whether every instance of some one fault shows it (any number as name), or only certain values do. */
  readonly exposedBy: 'any instance' | 'some values';
  /** It stores values unchanged, so that later lists contain something that is not a Category. */
  readonly breaksLists?: true;
  /** A body that shows it. */
  readonly example: Uint8Array;
  /** Says how it responds to these bytes, sent as `application/json`: 2xx, 400, or another status. */
  readonly accepts: (bytes: Uint8Array) => 'accepted' | 'refused' | 'other';
  readonly change: Change;
}

/** The result for a body. `also` is stored, too, whatever the response is. */
export type Outcome = Reading & { readonly also?: readonly NewCategory[] };

/** Reads a body. If it throws, the response is 500. */
export type Judge = (body: Uint8Array) => Outcome;

interface Description extends Omit<WeakValidator, 'example' | 'accepts' | 'change'> {
  readonly example: string | Uint8Array;
  readonly judge: Judge;
}

/** Makes a weak validator: `accepts` and `change` both come from `judge`. */
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

/** Responds with an Error. */
export function refuse(status = 400): Outcome {
  return { kind: 'problem', problem: problem(status, 'body_refused', 'The request body was refused.') };
}

/** Stores values like a mapper with two text columns, which converts other types to strings. */
export function store(name: unknown, description?: unknown): Outcome {
  return description === undefined || description === null
    ? { kind: 'category', category: { name: textOf(name) } }
    : { kind: 'category', category: { name: textOf(name), description: textOf(description) } };
}

/** Returns the string that a mapper makes of a value. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Checks what was parsed, without leniency, as the type the developers believe it to have. */
export function onBody(check: (body: NewCategory) => Outcome): Judge {
  return (bytes) => {
    const parsed = parseBody(bytes);
    return parsed.kind === 'json' ? check(parsed.value as NewCategory) : parsed;
  };
}

/** Checks what was parsed and is an object. */
export function onObject(check: (body: NewCategory) => Outcome): Judge {
  return onBody((body) => (isJsonObject(body) ? check(body) : refuse()));
}

/** Checks the name, where it is there at all, of an object whose description is right. */
export function onName(check: (name: unknown, body: NewCategory) => Outcome): Judge {
  return onObject((body) =>
    body.name === undefined || badDescription(body.description) ? refuse() : check(body.name, body),
  );
}

/** Checks the description, where it is there at all, of an object whose name is right. */
export function onDescription(check: (description: unknown, body: NewCategory) => Outcome): Judge {
  return onObject((body) => {
    if (badName(body.name)) return refuse();
    return body.description === undefined ? store(body.name) : check(body.description, body);
  });
}

/** Returns whether a name is missing, or one that the reference server refuses. */
export function badName(name: unknown): boolean {
  return typeof name !== 'string' || name.trim() === '';
}

/** Returns whether the description is not a string. */
export function badDescription(description: unknown): boolean {
  return description !== undefined && typeof description !== 'string';
}

/** How deep arrays and objects are nested. */
export function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
