import type { Exchange } from '../model/exchange.ts';

/**
 * An exchange that cannot be written to, its bytes apart: what code of a user did to it would show in the judgement of
 * all others, and in the report. It is frozen itself, for records and findings know it by its identity.
 */
export function frozen(exchange: Exchange): Exchange {
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
