import { type Exchange, isAnswer, statusOf } from '../model/exchange.ts';
import { isPlainList } from './entry.ts';
import { Stopped } from './stopped.ts';

/** Watches for what ends a run early: a target that is gone, a key that was banned. */
export interface Health {
  see(exchange: Exchange): Stopped | undefined;
  /** Two faults in a row: a plain GET goes next, alone, to see whether the target is still there. */
  doubtful(): boolean;
}

const faultsOfDoubt = 2;
/** Two faults, the sign of life that failed, and its second try. */
const faultsOfTheEnd = 4;

export function createHealth(): Health {
  let faultsInARow = 0;
  let keyAccepted = false;
  let limited = false;

  return {
    see(exchange) {
      faultsInARow = isAnswer(exchange) || exchange.overLimit ? 0 : faultsInARow + 1;
      if (faultsInARow >= faultsOfTheEnd)
        return new Stopped('target gone', 'the target stopped answering: four requests in a row failed');
      return ban(exchange);
    },
    doubtful: () => faultsInARow >= faultsOfDoubt,
  };

  /** A key that was good before a 429 and is refused after it (limit.ban). */
  function ban(exchange: Exchange): Stopped | undefined {
    const { request } = exchange;
    if (request.presentation !== 'bearer') return undefined;
    const status = statusOf(exchange);
    if (status === 429) limited = true;
    if (status !== undefined && status < 300) keyAccepted = true;
    const refused = status === 401 || (status === 403 && isPlainList(request));
    if (!limited || !keyAccepted || !refused) return undefined;
    return new Stopped(
      'possible ban',
      'the key was accepted before a 429 and is refused now: a possible ban',
    );
  }
}
