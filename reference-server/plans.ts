/** The plans of the specification, section "Rate limits by plan". */
export const PLAN_NAMES = ['free', 'pro', 'business', 'enterprise'] as const;

export type PlanName = (typeof PLAN_NAMES)[number];

/** How many requests are served per minute and per day. */
export interface Limits {
  readonly minute: number;
  readonly day: number;
}

/** The published numbers; those of Enterprise are agreed with each customer and so have to be given. */
export const PUBLISHED_LIMITS: { readonly [plan in Exclude<PlanName, 'enterprise'>]: Limits } = {
  free: { minute: 60, day: 1_000 },
  pro: { minute: 300, day: 10_000 },
  business: { minute: 1_000, day: 100_000 },
};
