import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';
import type { Settings } from '../config/settings.ts';
import { type HeaderLine, isGatewayStatus } from '../exchange/exchange.ts';
import { createDispatcher } from '../http/dispatcher.ts';
import { pauseAfter, retryAfterOf } from '../readings/quota.ts';
import { marginMs } from './pacing/holds.ts';

const pauseMs = 250;

/** What came of waiting for a service. */
export interface WaitedFor {
  /** Whether it answered in time. */
  readonly up: boolean;
  /** For how many ms from now on it asked to be left alone: nothing may be sent before that (reading 22). */
  readonly heldMs?: number;
}

/** One answer: whether the service is there, and how long it asks to be left alone. */
interface Answered {
  readonly up: boolean;
  readonly heldMs: number;
}

/**
 * Requests the base address, without a key, until the service answers, for so many seconds at most. A Retry-After is kept
 * to. Requests while nothing listens cost no quota; the last one is a request like any other.
 */
export async function waitUntilUp(
  baseUrl: string,
  seconds: number,
  { timeoutSeconds, ca }: Pick<Settings, 'timeoutSeconds' | 'ca'>,
  signal: AbortSignal,
): Promise<WaitedFor> {
  const base = new URL(baseUrl);
  const timeoutMs = timeoutSeconds * 1000;
  const dispatcher = createDispatcher({
    ...{ base, timeoutMs, maxHeaderBytes: 64 * 1024 },
    ...(ca === undefined ? {} : { ca }),
  });
  const until = performance.now() + seconds * 1000;
  try {
    for (;;) {
      const left = until - performance.now();
      if (left <= 0 || signal.aborted) return { up: false };
      const timeout = AbortSignal.timeout(Math.ceil(Math.min(timeoutMs, left)));
      const { up, heldMs } = await answered(base, dispatcher, AbortSignal.any([timeout, signal]));
      const rest = until - performance.now();
      if (heldMs > 0 && (up || heldMs > rest)) return { up, heldMs };
      if (up) return { up };
      await sleep(Math.max(0, Math.min(Math.max(pauseMs, heldMs), rest)), undefined, { signal }).catch(
        () => {},
      );
    }
  } finally {
    await dispatcher.destroy();
  }
}

async function answered(base: URL, dispatcher: Dispatcher, signal: AbortSignal): Promise<Answered> {
  try {
    const { statusCode, headers, body } = await request(base, { dispatcher, signal });
    // Nothing of it is read: an error of the body is none of ours.
    body.on('error', () => {}).destroy();
    const lines = Object.entries(headers).flatMap(([name, values = []]) =>
      [values].flat().map((value): HeaderLine => [name, value]),
    );
    return { up: !isGatewayStatus(statusCode), heldMs: heldBy(statusCode, lines) };
  } catch {
    return { up: false, heldMs: 0 };
  }
}

function heldBy(status: number, lines: readonly HeaderLine[]): number {
  if (status === 429) return pauseAfter(lines, Date.now()).seconds * 1000 + marginMs;
  const seconds = isGatewayStatus(status) ? retryAfterOf(lines, Date.now()) : undefined;
  return seconds === undefined ? 0 : seconds * 1000 + marginMs;
}
