import { createQuotaEstimate, type Ticket } from '../../src/engine/pacing/quota.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { OperationId } from '../../src/spec/operations.ts';
import { type ResponseParts, responded } from './responses.ts';

/** A header with this number is not usable. */
export const unusable = Number.NaN;

type Shown = Omit<ResponseParts, 'at' | 'request'> & Pick<Partial<Exchange>, 'validity' | 'headAt'>;

/** Creates a quota estimate with a clock that is set in seconds. Responses take no time, unless a test says so. */
export function quotaEstimate(reserve = false) {
  const time = { seconds: 0 };
  const estimate = createQuotaEstimate(() => time.seconds * 1_000, reserve);
  const send = (operation: OperationId = 'createCategory', withKey = true) =>
    estimate.sent(operation, withKey);
  /** Reads the response to a request that was sent at this time. */
  const read = (ticket: Ticket, at: number, { validity, headAt, ...shown }: Shown): void => {
    const credential = ticket.withKey ? 'bearer' : 'none';
    const exchange = responded({
      ...{ at, took: 0, request: { operation: ticket.operation as OperationId, credential } },
      ...shown,
    });
    estimate.settled(
      {
        ...exchange,
        validity: validity ?? (ticket.withKey ? 'valid' : 'none'),
        headAt: headAt ?? exchange.headAt,
      },
      ticket,
    );
  };
  return {
    ...{ estimate, time, send, read },
    /** Sends one request, and reads its response. */
    get(at: number, quota: ResponseParts['quota'], operation?: OperationId, status = 200): void {
      time.seconds = at;
      read(send(operation), at, { status, ...(quota === undefined ? {} : { quota }) });
    },
    left: (operation: OperationId = 'createCategory') => estimate.bucket(operation, 1).left,
    /** Returns whether it still knows what is left at this time. */
    knowsAt(seconds: number): boolean {
      time.seconds = seconds;
      estimate.look();
      return !estimate.bucket('createCategory', 1).isForgotten;
    },
  };
}
