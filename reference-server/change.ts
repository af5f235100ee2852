import type { Holder } from './authentication.ts';
import type { Settings } from './options.ts';
import type { Parts } from './parts.ts';

/** What a change may use besides the parts it replaces. */
export interface Tools {
  readonly settings: Settings;
  /** The keys in force. */
  readonly holders: readonly Holder[];
  /** Epoch milliseconds by the server's clock. */
  readonly now: () => number;
}

/** Replaces parts of the server. Called once for each server, so what it remembers belongs to that server. */
export type Change = (parts: Parts, tools: Tools) => Partial<Parts>;

/** What a run needs for a defect to show. */
export type Need = 'plan' | 'description' | 'thorough';

/** A server with one mistake, and the requirements that must fail: these and no others. */
export interface Defect {
  readonly id: string;
  readonly title: string;
  /** How such a mistake happens. */
  readonly story: string;
  readonly requirements: readonly string[];
  readonly needs?: readonly Need[];
  readonly change: Change;
}

/** A server that differs from the reference server and still conforms to the specification. */
export interface Variant {
  readonly id: string;
  readonly title: string;
  /** What the specification leaves open, or which reading allows it. */
  readonly legal: string;
  /** Advisory requirements that may warn. */
  readonly warnings: readonly string[];
  readonly change: Change;
}

/** Applies changes in order, each to the result of the one before. */
export function applyChanges(parts: Parts, changes: readonly Change[], tools: Tools): Parts {
  let changed = parts;
  for (const change of changes) changed = { ...changed, ...change(changed, tools) };
  return changed;
}
