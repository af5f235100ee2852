import type { Holder } from '../authentication.ts';
import type { Settings } from '../options.ts';
import type { Parts } from '../parts.ts';

/** What a change can use in addition to the parts that it replaces. */
export interface Tools {
  readonly settings: Settings;
  /** The valid keys. */
  readonly holders: readonly Holder[];
  /** Returns the time by the server's clock, in epoch milliseconds. */
  readonly now: () => number;
}

/** Replaces parts of the server. A change is called once per server, so the state that it keeps belongs to that server. */
export type Change = (parts: Parts, tools: Tools) => Partial<Parts>;

/** What a run must include to detect a defect. */
export type Need = 'plan' | 'description' | 'thorough';

/** A server with one fault, and exactly the requirements that must fail. */
export interface Defect {
  readonly id: string;
  readonly title: string;
  /** How the mistake happens. */
  readonly story: string;
  readonly requirements: readonly string[];
  readonly needs?: readonly Need[];
  readonly change: Change;
}

/** A server that differs from the reference server and still conforms to the specification. */
export interface Variant {
  readonly id: string;
  readonly title: string;
  /** What the specification leaves open, or the interpretation that allows it. */
  readonly legal: string;
  /** Advisory requirements that may warn. */
  readonly warnings: readonly string[];
  readonly change: Change;
}

/** Applies changes in order, each to the result of the previous one. */
export function applyChanges(parts: Parts, changes: readonly Change[], tools: Tools): Parts {
  let changed = parts;
  for (const change of changes) changed = { ...changed, ...change(changed, tools) };
  return changed;
}
