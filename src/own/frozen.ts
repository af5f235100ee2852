import type { Exchange } from '../exchange/exchange.ts';

/** What code of a user was handed, and can therefore name in a finding. */
const handed = new WeakSet<object>();

/** Whether a value that code of a user gives is an exchange that it was handed, or nothing. */
export function isHandedOrNone(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && handed.has(value));
}

/**
 * An exchange that cannot be written to, its bytes apart: what code of a user did to it would show in the judgement of
 * all others, and in the report. It is frozen itself, for records and findings know it by its identity.
 */
export function frozen(exchange: Exchange): Exchange {
  handed.add(exchange);
  if (Object.isFrozen(exchange)) return exchange;
  const { outcome, request } = exchange;
  if (outcome.kind === 'answer') {
    for (const line of outcome.response.headers) Object.freeze(line);
    Object.freeze(outcome.response.headers);
    Object.freeze(outcome.response);
  } else Object.freeze(outcome.fault);
  Object.freeze(outcome);
  Object.freeze(request);
  return Object.freeze(exchange);
}
