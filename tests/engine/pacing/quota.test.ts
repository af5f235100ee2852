import { describe, expect, it } from 'vitest';
import { createQuotaEstimate, type Ticket } from '../../../src/engine/pacing/quota.ts';
import type { HttpRequest } from '../../../src/exchange/exchange.ts';
import { responded } from '../../support/responses.ts';

/** A limiter of 60 requests per minute, and the estimate of what it has left. */
function withLimiter() {
  let seconds = 0;
  const estimate = createQuotaEstimate(() => seconds * 1_000, false);
  const respond = (ticket: Ticket, remaining: number, status: number, took: number) =>
    estimate.settled(
      responded({
        ...{ at: seconds, took, status, quota: [60, remaining, 60] },
        request: {
          operation: ticket.operation as HttpRequest['operation'],
          credential: ticket.withKey ? 'bearer' : 'none',
        },
      }),
      ticket,
    );
  return {
    estimate,
    respond: (ticket: Ticket, remaining: number, status = 200) => respond(ticket, remaining, status, 0.01),
    /** Sends several requests at once, whose responses show these numbers. */
    send(remaining: readonly number[], withKey = true, operation = 'createCategory') {
      const tickets = remaining.map(() => estimate.sent(operation, withKey));
      seconds += 0.01;
      for (const [index, ticket] of tickets.entries())
        respond(ticket, remaining[index] ?? 0, withKey ? 400 : 401, 0.01);
    },
    left: () => estimate.bucket('createCategory', 1).left,
  };
}

const from = (first: number, count: number) => Array.from({ length: count }, (_, index) => first - index);

describe('requests without the key', () => {
  it('do not use its quota if Remaining falls by those with the key alone', () => {
    const { estimate, send, left } = withLimiter();
    send([59]);
    send(from(58, 4));
    send(from(59, 6), false);
    send([54]);
    expect(estimate.onlyWithKey()).toBe(true);
    expect(left()).toBe(54);
    for (let inFlight = 0; inFlight < 3; inFlight++) estimate.sent('createCategory', false);
    expect(left()).toBe(54);
    estimate.sent('createCategory', true);
    expect(left()).toBe(53);
  });

  it('may use it before enough of them were sent', () => {
    const { estimate, send, left } = withLimiter();
    send([59]);
    send(from(59, 2), false);
    send([58]);
    expect(estimate.onlyWithKey()).toBe(false);
    estimate.sent('createCategory', false);
    expect(left()).toBe(57);
  });

  it('use it if Remaining falls by them, too', () => {
    const { estimate, send } = withLimiter();
    send([59]);
    send(from(58, 8), false);
    send(from(50, 4));
    expect(estimate.onlyWithKey()).toBe(false);
  });

  it('may use it if others do', () => {
    const { estimate, send } = withLimiter();
    send([59]);
    send(from(59, 12), false);
    send([55]);
    expect(estimate.onlyWithKey()).toBe(false);
  });

  it('may use it if some requests with the key do not', () => {
    const { estimate, send } = withLimiter();
    send([59]);
    send(Array.from({ length: 12 }, () => 58));
    send(from(58, 12), false);
    send([57]);
    expect(estimate.onlyWithKey()).toBe(false);
  });

  it('may use one of several quotas', () => {
    const { estimate, send } = withLimiter();
    send([59]);
    send(from(58, 8));
    send([59], true, 'listCategories');
    send(from(59, 8), false);
    send([50]);
    expect(estimate.onlyWithKey()).toBe(false);
  });
});

describe('a request that arrives after a later one', () => {
  it('counts until its response is read, and then by what that shows', () => {
    const { estimate, respond, send, left } = withLimiter();
    send([59]);
    const [first, second, third] = [1, 2, 3].map(() => estimate.sent('createCategory', true));
    if (first === undefined || second === undefined || third === undefined) throw new Error('not sent');
    respond(third, 58);
    expect(left()).toBe(56);
    respond(second, 57);
    expect(left()).toBe(56);
    respond(first, 56);
    expect(left()).toBe(56);
  });

  it('counts no longer if it is not sent after all', () => {
    const { estimate, respond, left } = withLimiter();
    const held = estimate.sent('createCategory', true);
    respond(estimate.sent('createCategory', true), 59);
    expect(left()).toBe(58);
    estimate.heldBack(held);
    expect(left()).toBe(59);
  });
});
