import { type Exchange, statusOf } from '../model/exchange.ts';
import type { Advice, Requirement } from '../spec/requirement.ts';

/** What a finding means and how to mend it: it depends on whether its request was served, refused, or failed. */
export function adviceFor(
  requirement: Requirement,
  exchange: Exchange | undefined,
  outcome?: 'failed',
): Advice {
  const { means, mend, outcomes: { refused, redirected = refused, failed = refused } = {} } = requirement;
  const served = { means, mend };
  if (exchange === undefined) return served;
  const status = statusOf(exchange) ?? 500;
  if (status >= 500 || outcome === 'failed') return failed ?? served;
  if (status >= 400) return refused ?? served;
  return (status >= 300 ? redirected : undefined) ?? served;
}
