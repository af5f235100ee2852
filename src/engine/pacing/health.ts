import {
  type Exchange,
  type HttpRequest,
  isAnswer,
  isPassingFault,
  statusOf,
} from '../../exchange/exchange.ts';
import { Stopped } from '../../exchange/stopped.ts';
import type { Readings } from '../../readings/readings.ts';
import { isPlainList } from './requests.ts';

const faultsOfDoubt = 2;
/** Two faults, the sign of life that failed, and its second try. */
const faultsOfTheEnd = 4;
/** Faults that were in flight together are one moment: connections that are kept open may all be closed at once. */
const momentsOfTheEnd = 3;

const banned =
  'the key was accepted before a 429 and is refused now: a possible ban. Use the key for nothing until those who ' +
  'run the service say that it is free again; then --no-exhaust or --profile gentle keep below the limit';

/** Watches for what ends a run early: a target that is gone, a key that was banned. `ban` sees each exchange first. */
export function createHealth(ban: Readings['ban']) {
  let faultsInARow = 0;
  let moments = 0;
  let lastSilenceAt = Number.NEGATIVE_INFINITY;
  let listsServed = false;
  /** In a row. */
  let silent: readonly Exchange[] = [];

  return {
    see(exchange: Exchange): Stopped | undefined {
      const { overLimit, request } = exchange;
      countSilence(isAnswer(exchange) || overLimit, exchange);
      faultsInARow = overLimit || !isPassingFault(exchange) ? 0 : faultsInARow + 1;
      if (isPlainList(request)) listsServed = (statusOf(exchange) ?? 500) < 300;
      if (silent.length >= faultsOfTheEnd && moments >= momentsOfTheEnd)
        return new Stopped(
          'target gone',
          `the target stopped answering: ${silent.length} requests in a row failed, at first ${firstOf(silent)}`,
        );
      return ban.shownBy() === undefined ? undefined : new Stopped('possible ban', banned);
    },
    /** Two faults in a row: a plain GET goes next, alone, to see whether the target is still there. */
    // A list that never was served is no sign of anything.
    doubtful: () => silent.length >= faultsOfDoubt || (listsServed && faultsInARow >= faultsOfDoubt),
  };

  function countSilence(broken: boolean, exchange: Exchange): void {
    const { sentAt, readAt } = exchange;
    // A response to what was in flight when the target fell silent does not show that it is back.
    if (broken && silent[0] !== undefined && sentAt < silent[0].readAt) return;
    silent = broken ? [] : [...silent, exchange];
    if (broken) moments = 0;
    else if (sentAt >= lastSilenceAt) {
      moments++;
      lastSilenceAt = readAt;
    }
  }
}

/** What was in flight when the target fell silent: one of these may be what brought it down. */
function firstOf(silent: readonly Exchange[]): string {
  const fellSilentAt = silent[0]?.readAt ?? 0;
  const together = silent.filter(({ sentAt }) => sentAt <= fellSilentAt);
  return [...new Set(together.map(({ request }) => wordsOf(request)))].join(', ');
}

const mostShownOfBody = 40;

function wordsOf({ method, path, body }: HttpRequest): string {
  if (body === undefined) return `${method} ${path}`;
  const text = new TextDecoder().decode(body).trim();
  const shown = text.length > mostShownOfBody ? `${text.slice(0, mostShownOfBody)}…` : text;
  return `${method} ${path} with the body “${shown}”`;
}
