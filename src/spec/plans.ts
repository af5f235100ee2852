/** The plans of the specification ("Rate limits by plan"); Enterprise has numbers of its own that are not shown. */
export type Plan = 'free' | 'pro' | 'business' | 'enterprise';

/** Requests per minute and per day. */
export const planQuotas: Readonly<Record<Exclude<Plan, 'enterprise'>, { minute: number; day: number }>> = {
  free: { minute: 60, day: 1_000 },
  pro: { minute: 300, day: 10_000 },
  business: { minute: 1_000, day: 100_000 },
};

export const plans: readonly Plan[] = ['free', 'pro', 'business', 'enterprise'];
