import { type Exchange, isPassingFault, statusOf } from '../model/exchange.ts';
import { unavailableFor } from './backoff.ts';
import { Stopped } from './stopped.ts';

/** What becomes of a request after what came of it. */
export type Conclusion =
  /** Whoever wanted it gets the exchange. */
  | { readonly kind: 'answered' }
  /** Answered 429, it was not tested: it waits as before. */
  | { readonly kind: 'limited' }
  /** It failed in passing, and is made and sent once more (reading 10). */
  | { readonly kind: 'once more' }
  /** The service is away for longer than the run may wait: the request decided nothing. */
  | { readonly kind: 'given up'; readonly because: Stopped }
  /** Cut by an interruption of ours, an exchange says nothing of the target. */
  | { readonly kind: 'aborted' };

/** `isTooLong` says of a number of ms that the run may not wait so long; once it has `ended`, nothing is tried again. */
export function conclusionOf(
  exchange: Exchange,
  { ended, isTooLong }: { readonly ended: boolean; readonly isTooLong: (ms: number) => boolean },
): Conclusion {
  const { outcome } = exchange;
  if (statusOf(exchange) === 429) return { kind: 'limited' };
  if (outcome.kind === 'fault' && outcome.fault.kind === 'aborted') return { kind: 'aborted' };
  if (ended || exchange.attempt === 2 || exchange.overLimit || !isPassingFault(exchange))
    return { kind: 'answered' };
  const seconds = unavailableFor(exchange) ?? 0;
  if (!isTooLong(seconds * 1000)) return { kind: 'once more' };
  const answered = `answered ${statusOf(exchange)} with a Retry-After of ${Math.ceil(seconds)} s`;
  return {
    kind: 'given up',
    because: new Stopped('waits spent', `${answered}, longer than --max-wait leaves`),
  };
}
