import type { HttpRequest } from '../exchange/exchange.ts';
import type { Stopped } from '../exchange/stopped.ts';
import type { Readings } from '../readings/readings.ts';
import type { Stop } from '../readings/silence.ts';
import { plainListsFor } from '../spec/catalog.ts';
import { counted } from '../text/layout.ts';
import type { Judge } from './judge.ts';

/** Returns why a run ended early, or undefined if it did not. A used-up budget does not count as an early end. */
export function whyEndedEarly(
  { kind, message }: Stopped,
  judge: Judge,
  { silence }: Pick<Readings, 'silence'>,
): string | undefined {
  const stop = kind === 'target away' ? silence.stop() : undefined;
  if (stop !== undefined) return `The run ended early: ${message}: ${stopWords(stop)}.`;
  if (kind === 'still limited') {
    // If limit.recovers failed, the kit has already ruled out other clients.
    const why =
      judge.tally(plainListsFor.recovery).causes.size > 0
        ? 'the times in Retry-After are too short (limit.recovers), or the key is banned'
        : 'other clients use the key, or it is banned';
    return `The run ended early: ${message}: ${why}. Do not use the key until the operators of the server confirm which of the two it is.`;
  }
  const endedEarly = ['limited too often', 'possible ban', 'no files left'].includes(kind);
  return endedEarly ? `The run ended early: ${message}.` : undefined;
}

/** Says how the target stopped responding, and names the requests in flight, because one of them may be the cause. */
function stopWords({ count, together, isRefusing, received, afterWithoutKey }: Stop): string {
  const refusing = isRefusing ? ', and the target refuses new connections' : '';
  const named = [...new Set(together.map(({ request }) => requestWords(request)))];
  const inFlight =
    named.length === 1
      ? `It stopped at ${named[0]}`
      : `One of the ${together.length} requests in flight may be the cause (run with --concurrency 1 to see which): ${named.join(' · ')}`;
  const ban =
    afterWithoutKey === undefined
      ? ''
      : `, after ${counted(afterWithoutKey, 'request', 'requests')} without a valid key (a firewall may count these; --no-near-misses sends fewer)`;
  return `${counted(count, 'request', 'requests')} in a row failed (${received})${refusing}. ${inFlight}${ban}`;
}

const shownBodyLength = 60;

function requestWords({ method, path, body }: HttpRequest): string {
  if (body === undefined) return `${method} ${path}`;
  const text = new TextDecoder().decode(body).trim();
  const shown = text.length > shownBodyLength ? `${text.slice(0, shownBodyLength)}…` : text;
  return `${method} ${path} with ${shown === '' ? 'no body' : `the body ${shown}`}`;
}
