import type { Plan, Report } from './report.ts';

/** What a run emits while it goes on; the terminal's progress is made of these. They hold no secret. */
export type RunEvent =
  | { readonly type: 'plan'; readonly plan: Plan; readonly definite: boolean }
  | {
      readonly type: 'exchange';
      readonly sent: number;
      readonly purpose: string;
      readonly status?: number;
      /** How many requests are still to come, as far as is known. */
      readonly pending: number;
      readonly remaining?: number;
    }
  | { readonly type: 'failure'; readonly requirement: string }
  | {
      readonly type: 'waiting';
      readonly seconds: number;
      /** Reads on from "waiting 41 s": "for the limit to reset (429, Retry-After)". */
      readonly reason: string;
      readonly ahead?: Ahead;
    }
  | { readonly type: 'resumed' }
  | { readonly type: 'finished'; readonly report: Report };

/** What is to be sent after a wait, as far as is known. */
export interface Ahead {
  /** Requests in the queue. */
  readonly requests: number;
  /** Whether the limit is still to be proven. */
  readonly proof: boolean;
}

export type Listener = (event: RunEvent) => void;
