import { setTimeout } from 'node:timers/promises';
import { get } from '../checks/requests.ts';
import type { Settings } from '../config/settings.ts';
import { type Clock, systemClock } from '../exchange/clock.ts';
import { type Exchange, hasResponse } from '../exchange/exchange.ts';
import { isHtml, isReady } from '../readings/readiness.ts';
import { listCategories } from '../spec/operations.ts';
import { definedOnly } from '../text/defined-only.ts';
import { kit } from '../version.ts';
import { noResponseWords } from './first-contact.ts';
import { requestedPause } from './pacing/waits.ts';
import { clientOf, type RunContext } from './session.ts';

const everyMs = 1_000;
const asking = {
  purpose: 'whether the target is ready',
  sentFor: '',
  overLimit: false,
} as const;

/** The result of a wait for a target, as part of the context of the run that follows. */
export interface Waited extends Pick<RunContext, 'heldMs' | 'untestable'> {
  /** What the target returned last, if it was not ready in time. */
  readonly unready?: string;
}

/**
 * Sends GET /categories without a key once a second until the target is ready, for at most `waitForSeconds`. A Retry-After is
 * ignored, because a starting server cannot know when it will be ready. Only the Retry-After of a 429 delays the run.
 */
export async function waitUntilReady(
  settings: Settings,
  signal: AbortSignal,
  clock: Clock = systemClock,
): Promise<Waited> {
  const { waitForSeconds = 0, baseUrl } = settings;
  const until = clock.monotonic() + waitForSeconds * 1_000;
  // The loop keeps a reference to the signal, because Node.js drops a signal without references.
  const timeUp = AbortSignal.timeout(waitForSeconds * 1_000);
  const over = AbortSignal.any([signal, timeUp]);
  const sender = { base: new URL(baseUrl), userAgent: `${kit.name}/${kit.version}` };
  const client = clientOf(settings, sender, clock, over);
  let fault = 'The target does not respond. Is the server running?';
  let unready: string | undefined;
  let asks = 0;
  let found = (_ready: Ready): void => {};
  const ready = new Promise<Ready>((resolve) => {
    found = resolve;
  });
  // Each request has its own connection, because an open connection may lead to a server that is about to stop, or may still
  // be in use by a request without a response.
  const ask = async (): Promise<Ready | undefined> => {
    const own = { id: `ready ${++asks}`, last: true };
    const seen = readinessOf(await client.exchange(get(listCategories, 'none'), { ...asking, own }));
    if (seen.kind === 'unready') unready = seen.words;
    else if (seen.kind === 'silent' && !over.aborted) fault = seen.words;
    if (seen.kind !== 'ready') return undefined;
    found(seen);
    return seen;
  };
  try {
    while (!signal.aborted && !timeUp.aborted && clock.monotonic() < until) {
      const asked = ask();
      // A server that is starting may never respond to a request, so the next request does not wait for the response.
      asked.catch(() => {});
      const late = setTimeout(everyMs, 'late', { signal: over, ref: false }).catch(() => 'late');
      const first = await Promise.race([ready, asked, late]);
      if (typeof first === 'object') return definedOnly({ heldMs: first.heldMs });
      const left = Math.max(0, until - clock.monotonic());
      if (first === undefined) await clock.sleep(Math.min(everyMs, left), over).catch(() => {});
    }
  } finally {
    await client.close();
  }
  if (signal.aborted) return {};
  return unready === undefined
    ? { untestable: `No response within ${waitForSeconds} s (--wait-for). ${fault}` }
    : { unready };
}

interface Ready {
  readonly kind: 'ready';
  readonly heldMs?: number;
}

type Readiness = Ready | { readonly kind: 'unready' | 'silent'; readonly words: string };

/** Returns what an exchange shows about the target: whether it is ready, not ready, or silent. */
function readinessOf(exchange: Exchange): Readiness {
  const { outcome, wallAt } = exchange;
  if (outcome.kind === 'fault' && outcome.fault.status === undefined)
    return { kind: 'silent', words: noResponseWords(outcome.fault) };
  const { status = 0, headers = [] } = outcome.kind === 'response' ? outcome.response : outcome.fault;
  if (status === 429)
    return { kind: 'ready', ...definedOnly({ heldMs: requestedPause(status, headers, wallAt)?.ms }) };
  if (isReady(exchange)) return { kind: 'ready' };
  const isPage = hasResponse(exchange) && isHtml(exchange);
  return { kind: 'unready', words: `${status}${isPage ? ' with an HTML page' : ''}` };
}
