import { type Exchange, type HttpRequest, isAnswer, isPassingFault, statusOf } from '../model/exchange.ts';
import type { Readings } from '../readings/readings.ts';
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
/** Faults that were under way together are one moment: connections that are kept open may all be closed at once. */
const momentsOfTheEnd = 3;

const banned =
  'the key was accepted before a 429 and is refused now: a possible ban. Use the key for nothing until those who ' +
  'run the service say that it is free again; then --no-exhaust or --profile gentle keep below the limit';

/** `ban` has seen an exchange before this does. */
export function createHealth(ban: Readings['ban']): Health {
  /** Without any answer, and with a 502, 503 or 504 or none. */
  const inARow = { silences: 0, faults: 0, moments: 0 };
  let lastSilenceAt = Number.NEGATIVE_INFINITY;
  let listsServed = false;
  let silent: readonly Exchange[] = [];

  return {
    see(exchange) {
      const { overLimit, request } = exchange;
      countSilence(isAnswer(exchange) || overLimit, exchange);
      inARow.faults = overLimit || !isPassingFault(exchange) ? 0 : inARow.faults + 1;
      if (isPlainList(request)) listsServed = (statusOf(exchange) ?? 500) < 300;
      if (inARow.silences >= faultsOfTheEnd && inARow.moments >= momentsOfTheEnd)
        return new Stopped(
          'target gone',
          `the target stopped answering: ${inARow.silences} requests in a row failed, at first ${firstOf(silent)}`,
        );
      return ban.shownBy() === undefined ? undefined : new Stopped('possible ban', banned);
    },
    // A list that never was served is no sign of anything.
    doubtful: () => inARow.silences >= faultsOfDoubt || (listsServed && inARow.faults >= faultsOfDoubt),
  };

  function countSilence(broken: boolean, exchange: Exchange): void {
    const { sentAt, readAt } = exchange;
    // An answer to what was in flight when the target fell silent does not show that it is back.
    if (broken && silent[0] !== undefined && sentAt < silent[0].readAt) return;
    silent = broken ? [] : [...silent, exchange];
    inARow.silences = broken ? 0 : inARow.silences + 1;
    if (broken) inARow.moments = 0;
    else if (sentAt >= lastSilenceAt) {
      inARow.moments++;
      lastSilenceAt = readAt;
    }
  }
}

/** What was under way when the target fell silent: one of these may be what brought it down. */
function firstOf(silent: readonly Exchange[]): string {
  const fellSilentAt = silent[0]?.readAt ?? 0;
  const underWay = silent
    .filter(({ sentAt }) => sentAt <= fellSilentAt)
    .map(({ request }) => wordsOf(request));
  return [...new Set(underWay)].join(', ');
}

/** So many characters of a body are told. */
const shownOfBody = 40;

function wordsOf({ method, path, body }: HttpRequest): string {
  if (body === undefined) return `${method} ${path}`;
  const text = new TextDecoder().decode(body).trim();
  const shown = text.length > shownOfBody ? `${text.slice(0, shownOfBody)}…` : text;
  return `${method} ${path} with the body “${shown}”`;
}
