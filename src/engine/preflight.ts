import type { Dispatcher } from 'undici';
import type { Reach } from '../config/settings.ts';
import { type Clock, systemClock } from '../exchange/clock.ts';
import { type HeaderLine, type HttpRequest, isGatewayStatus } from '../exchange/exchange.ts';
import type { Stopped } from '../exchange/stopped.ts';
import { createDispatcher } from '../http/dispatcher.ts';
import { wholeUndici } from '../http/undici.ts';
import type { Readings } from '../readings/readings.ts';
import type { Stop } from '../readings/silence.ts';
import { plainListsFor } from '../spec/catalog.ts';
import type { Judge } from './judge.ts';
import { requestedPause } from './pacing/waits.ts';

const retryMs = 250;

/**
 * Requests the base URL, without a key, until the server responds, for at most `waitForSeconds`. Respects Retry-After. Returns
 * whether the server responded, and how many ms the run must wait before its first request. Requests cost no
 * quota while nothing listens.
 */
export async function waitUntilUp(
  { baseUrl, waitForSeconds = 0, timeoutSeconds, ca, clientCertificate }: Reach,
  signal: AbortSignal,
  clock: Clock = systemClock,
): Promise<{ readonly up: boolean; readonly heldMs?: number }> {
  const base = new URL(baseUrl);
  const timeoutMs = timeoutSeconds * 1000;
  const dispatcher = createDispatcher({ base, timeoutMs, maxHeaderBytes: 64 * 1024, ca, clientCertificate });
  const until = clock.monotonic() + waitForSeconds * 1000;
  try {
    for (;;) {
      const left = until - clock.monotonic();
      if (left <= 0 || signal.aborted) return { up: false };
      const timeout = AbortSignal.timeout(Math.ceil(Math.min(timeoutMs, left)));
      const { up, heldMs } = await tryOnce(base, dispatcher, AbortSignal.any([timeout, signal]), clock);
      const rest = until - clock.monotonic();
      if (up || heldMs > rest) return heldMs > 0 ? { up, heldMs } : { up };
      await clock.sleep(Math.min(Math.max(retryMs, heldMs), rest), signal).catch(() => {});
    }
  } finally {
    await dispatcher.destroy();
  }
}

async function tryOnce(base: URL, dispatcher: Dispatcher, signal: AbortSignal, clock: Clock) {
  try {
    const { statusCode, headers, body } = await wholeUndici().request(base, { dispatcher, signal });
    // The body is not read, so its errors do not matter.
    body.on('error', () => {}).destroy();
    const lines = Object.entries(headers).flatMap(([name, values = []]) =>
      [values].flat().map((value): HeaderLine => [name, value]),
    );
    const heldMs = requestedPause(statusCode, lines, clock.now())?.ms ?? 0;
    return { up: !isGatewayStatus(statusCode), heldMs };
  } catch {
    return { up: false, heldMs: 0 };
  }
}

/** Returns why a run ended early, or undefined. A used-up budget does not count. */
export function whyEndedEarly(
  { kind, message }: Stopped,
  judge: Judge,
  { silence }: Pick<Readings, 'silence'>,
): string | undefined {
  const stop = kind === 'target gone' ? silence.stop() : undefined;
  if (stop !== undefined) return `The run ended early: ${message}: ${stopWords(stop)}.`;
  if (kind === 'still limited') {
    // If limit.recovers failed, the run saw no other clients.
    const why =
      judge.tally(plainListsFor.recovery).causes.size > 0
        ? 'the times in Retry-After are too short (limit.recovers), or the key is banned'
        : 'other clients use the key, or it is banned';
    return `The run ended early: ${message}: ${why}. Do not use the key until the operators of the server confirm which.`;
  }
  const endedEarly = ['limited too often', 'possible ban', 'no files left'].includes(kind);
  return endedEarly ? `The run ended early: ${message}.` : undefined;
}

/** Describes how the target stopped, with the requests in flight: one of them may be the cause. */
function stopWords({ count, together, isRefusing }: Stop): string {
  const refusing = isRefusing ? ', and it refuses new connections' : '';
  const named = [...new Set(together.map(({ request }) => requestWords(request)))];
  const inFlight =
    named.length === 1
      ? `It stopped at ${named[0]}`
      : `One of the ${together.length} requests in flight may be the cause (run with --concurrency 1 to see which): ${named.join(' · ')}`;
  return `${count} requests in a row failed${refusing}. ${inFlight}`;
}

const shownBodyLength = 60;

function requestWords({ method, path, body }: HttpRequest): string {
  if (body === undefined) return `${method} ${path}`;
  const text = new TextDecoder().decode(body).trim();
  const shown = text.length > shownBodyLength ? `${text.slice(0, shownBodyLength)}…` : text;
  return `${method} ${path} with ${shown === '' ? 'no body' : `the body ${shown}`}`;
}
