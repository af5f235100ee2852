import type { Report, RequestPlan } from './report.ts';

/** An event of a run in progress. Events contain no secrets. */
export type RunEvent =
  | { readonly type: 'plan'; readonly plan: RequestPlan; readonly definite: boolean }
  | {
      readonly type: 'exchange';
      readonly sent: number;
      readonly purpose: string;
      readonly status?: number;
      /** How many requests are still to be sent, as far as is known. */
      readonly pending: number;
      readonly remaining?: number;
    }
  | {
      readonly type: 'failure';
      readonly requirement: string;
      /** Whether all failures of the requirement so far are accepted. */
      readonly accepted?: true;
    }
  | {
      readonly type: 'waiting';
      readonly seconds: number;
      /** Follows "waiting 41 s": "for the limit to reset (429, Retry-After)". */
      readonly reason: string;
      readonly ahead?: Ahead;
    }
  | { readonly type: 'resumed' }
  /** The target is too slow for the proof of the limit. */
  | { readonly type: 'unproven'; readonly reason: string }
  | { readonly type: 'finished'; readonly report: Report };

/** What follows a wait, as far as is known. */
export interface Ahead {
  /** How many requests are waiting. */
  readonly requests: number;
  /** Whether the limit is still to be proven. */
  readonly proof: boolean;
}

export type Listener = (event: RunEvent) => void;
