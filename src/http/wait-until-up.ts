import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';
import type { Settings } from '../model/settings.ts';
import { createDispatcher } from './dispatcher.ts';

const pauseMs = 250;

/** What gateways answer for a service that is still starting. */
const notYet: readonly number[] = [502, 503, 504];

/**
 * Asks for the base address, without a key, until the service answers, for so many seconds at most; resolves with whether
 * it did in time. What is asked while nothing listens costs no quota; the last question is a request like any other.
 */
export async function waitUntilUp(
  baseUrl: string,
  seconds: number,
  { timeoutSeconds, ca }: Pick<Settings, 'timeoutSeconds' | 'ca'>,
  signal: AbortSignal,
): Promise<boolean> {
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
      if (left <= 0 || signal.aborted) return false;
      if (await answers(base, dispatcher, AbortSignal.timeout(Math.ceil(Math.min(timeoutMs, left)))))
        return true;
      await sleep(Math.max(0, Math.min(pauseMs, until - performance.now())));
    }
  } finally {
    await dispatcher.destroy();
  }
}

async function answers(base: URL, dispatcher: Dispatcher, signal: AbortSignal): Promise<boolean> {
  try {
    const { statusCode, body } = await request(base, { dispatcher, signal });
    // Nothing of it is read: an error of the body is none of ours.
    body.on('error', () => {}).destroy();
    return !notYet.includes(statusCode);
  } catch {
    return false;
  }
}
