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

/** What a run must be given so that a defect can show at all. */
export type Need = 'plan' | 'description' | 'thorough';

/** A server with one mistake, and the requirements that must be found broken: these and no others. */
export interface Defect {
  readonly id: string;
  readonly title: string;
  /** How such a mistake comes about. */
  readonly story: string;
  readonly requirements: readonly string[];
  readonly needs?: readonly Need[];
  readonly change: Change;
}

/** A server that is unlike the reference server and yet as specified. */
export interface Variant {
  readonly id: string;
  readonly title: string;
  /** Which silence of the specification, or which reading, allows it. */
  readonly legal: string;
  /** Advisory requirements of which a warning is right. */
  readonly warnings: readonly string[];
  readonly change: Change;
}

/** Applies changes one after the other, each to what the one before left. */
export function applyChanges(parts: Parts, changes: readonly Change[], tools: Tools): Parts {
  let changed = parts;
  for (const change of changes) changed = { ...changed, ...change(changed, tools) };
  return changed;
}
