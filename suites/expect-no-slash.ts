import { unmet } from '../src/checks/expectations.ts';
import { slashRedirect } from '../src/exchange/address.ts';
import { receivedOf } from '../src/exchange/answer.ts';
import type { Exchange } from '../src/exchange/exchange.ts';

/** Ends in a finding where the router of the service redirects to the same path with a trailing slash. */
export function expectNoSlash(exchange: Exchange, base: URL): void {
  const location = slashRedirect(exchange, base);
  if (location === undefined) return;
  unmet(
    'a response at this path, which needs no trailing slash',
    `${receivedOf(exchange)}, Location "${location}"`,
    'redirected to a path with a trailing slash',
  );
}
