import type { Plan, Report } from './report.ts';

/** What a run tells while it goes on; the terminal's progress is made of these. Nothing in them is secret. */
export type RunEvent =
  | { readonly type: 'plan'; readonly plan: Plan; readonly definite: boolean }
  | {
      readonly type: 'exchange';
      readonly sent: number;
      readonly purpose: string;
      readonly status?: number;
      /** How many requests are still to come as far as is known. */
      readonly pending: number;
      readonly remaining?: number;
    }
  | { readonly type: 'failure'; readonly requirement: string }
  | { readonly type: 'waiting'; readonly seconds: number; readonly reason: string }
  | { readonly type: 'resumed' }
  | { readonly type: 'finished'; readonly report: Report };

export type Listener = (event: RunEvent) => void;
