import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';
import type { Settings } from '../config/settings.ts';
import { redirectOf, slashRedirect } from '../exchange/address.ts';
import {
  type Exchange,
  type FaultKind,
  type HeaderLine,
  type HttpResponse,
  isGatewayStatus,
} from '../exchange/exchange.ts';
import { fieldLines, mediaType } from '../exchange/headers.ts';
import type { Stopped } from '../exchange/stopped.ts';
import { createDispatcher } from '../http/dispatcher.ts';
import { limitField, remainingField, resetField } from '../readings/quota.ts';
import { plainListsFor } from '../spec/catalog.ts';
import { definedOnly } from '../text/defined-only.ts';
import type { Judge } from './judge.ts';
import { pauseAskedFor } from './pacing/holds.ts';

const retryMs = 250;

/**
 * Requests the base address, without a key, until the service answers, for at most so many seconds. Returns whether it did,
 * and for how many ms from now on it asked that nothing be sent (reading 22). A Retry-After is kept to. Requests while nothing
 * listens cost no quota; the last one is a request like any other.
 */
export async function waitUntilUp(
  baseUrl: string,
  seconds: number,
  { timeoutSeconds, ca }: Pick<Settings, 'timeoutSeconds' | 'ca'>,
  signal: AbortSignal,
): Promise<{ readonly up: boolean; readonly heldMs?: number }> {
  const base = new URL(baseUrl);
  const timeoutMs = timeoutSeconds * 1000;
  const dispatcher = createDispatcher({ base, timeoutMs, maxHeaderBytes: 64 * 1024, ...definedOnly({ ca }) });
  const until = performance.now() + seconds * 1000;
  try {
    for (;;) {
      const left = until - performance.now();
      if (left <= 0 || signal.aborted) return { up: false };
      const timeout = AbortSignal.timeout(Math.ceil(Math.min(timeoutMs, left)));
      const { up, heldMs } = await ask(base, dispatcher, AbortSignal.any([timeout, signal]));
      const rest = until - performance.now();
      if (up || heldMs > rest) return heldMs > 0 ? { up, heldMs } : { up };
      const pauseMs = Math.max(0, Math.min(Math.max(retryMs, heldMs), rest));
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  } finally {
    await dispatcher.destroy();
  }
}

async function ask(base: URL, dispatcher: Dispatcher, signal: AbortSignal) {
  try {
    const { statusCode, headers, body } = await request(base, { dispatcher, signal });
    // Its body is not read, so its errors do not matter.
    body.on('error', () => {}).destroy();
    const lines = Object.entries(headers).flatMap(([name, values = []]) =>
      [values].flat().map((value): HeaderLine => [name, value]),
    );
    const heldMs = pauseAskedFor(statusCode, lines, Date.now())?.ms ?? 0;
    return { up: !isGatewayStatus(statusCode), heldMs };
  } catch {
    return { up: false, heldMs: 0 };
  }
}

/**
 * Tells from the first exchange whether there is a service to test: why there is not, in a sentence with what to do, or
 * undefined where the run goes on. A response with one of the three headers is the service's own and is judged, and so is a
 * redirect to the same path with a trailing slash, which is its router's (reading 15).
 */
export function whyUntestable(first: Exchange, base: URL): string | undefined {
  const { outcome } = first;
  if (outcome.kind === 'fault') return whyNoResponse[outcome.fault.kind](outcome.fault.sentence);
  return slashRedirect(first, base) === undefined ? whyNoService(outcome.response, base) : undefined;
}

/** Asks the user whether the address is right, if the first response looks like a wrong one or all responses are the same. */
export function doubtAbout({ outcome }: Exchange, sameEverywhere: boolean): string | undefined {
  if (sameEverywhere)
    return 'Every operation gives the same answer, which is no answer of a Pet Store Service: is this the service at all, or something in front of it?';
  const status = outcome.kind === 'response' ? outcome.response.status : undefined;
  if (status === 404 || status === 410) return `The first answer was ${status}: is the address right?`;
  if (status === 403) return 'The first answer was 403: is the key meant for this address?';
  return undefined;
}

const cannotReach = (sentence: string) =>
  `The target cannot be reached: ${sentence}. Is the server up, and is the port in --base-url right?`;
const notComplete = (sentence: string) => `The target gives no complete answer: ${sentence}.`;

const whyNoResponse: Readonly<Record<FaultKind, (sentence: string) => string>> = {
  'unknown-host': (sentence) => `The target cannot be found: ${sentence}. Check the host in --base-url.`,
  refused: cannotReach,
  unreachable: cannotReach,
  tls: (sentence) => `No secure connection to the target: ${sentence}.`,
  proxy: (sentence) =>
    `The proxy that HTTP_PROXY or HTTPS_PROXY names failed, not the target: ${sentence}. Check the variable, or name the host in NO_PROXY.`,
  timeout: (sentence) => `The target does not answer: ${sentence}. Is it up? --timeout SECONDS waits longer.`,
  'not-http': (sentence) =>
    `The target does not speak HTTP: ${sentence}. Is the port right, and is it https?`,
  'too-big': notComplete,
  cut: notComplete,
  aborted: () => 'The run was interrupted before the first answer.',
};

function whyNoService(response: HttpResponse, base: URL): string | undefined {
  const { status, headers } = response;
  if (status === 401)
    return 'The key is refused: GET /categories with it is answered 401. Check PETSTORE_API_KEY, and that it is for this address.';
  const carriesOurs = [limitField, remainingField, resetField].some(
    (name) => fieldLines(headers, name).length > 0,
  );
  if (carriesOurs) return undefined;
  const location = redirectOf(response);
  const leadsTo =
    location === undefined ? ', without a Location' : ` to ${location.slice(0, longestLocation)}`;
  if (status >= 300 && status < 400)
    return `GET /categories is redirected (status ${status}${leadsTo}), and redirects are not followed, for the key must not travel. ${whichAddress(location ?? '', base)}`;
  const start = Buffer.from(response.body.subarray(0, 200)).toString('latin1');
  if (mediaType(headers) === 'text/html' || /^\s*<(!doctype html|html)\b/i.test(start))
    return `The address answers with a page of HTML (status ${status}): a proxy, a login page, or another site. Check --base-url.`;
  return undefined;
}

/** Caps a Location, which the target wrote. */
const longestLocation = 200;

/** Suggests the address to test instead: that of the redirected list without its own path. */
function whichAddress(location: string, base: URL): string {
  const { protocol, origin, pathname } = URL.canParse(location, base.href) ? new URL(location, base) : base;
  const [, path] = /^(.*)\/categories\/?$/.exec(pathname) ?? [];
  const other = path === undefined || !protocol.startsWith('http') ? undefined : `${origin}${path}`;
  return other === undefined || other === `${base.origin}${base.pathname.replace(/\/$/, '')}`
    ? 'Check --base-url.'
    : `If that is the service, give ${other.slice(0, longestLocation)} as --base-url.`;
}

/** Says why a run that began well could not go on; a budget that is used up is no such reason. */
export function whyCutShort({ kind, message }: Stopped, judge: Judge): string | undefined {
  if (kind === 'still limited') {
    // Other clients are blamed only if the run has not shown that there are none, which `limit.recovers` has.
    const why =
      judge.tally(plainListsFor.recovery).causes.size > 0
        ? 'the times in Retry-After are too short (limit.recovers), or the key is banned by now'
        : 'others use the key, or it is banned';
    return `The run was cut short: ${message}: ${why}. Use the key for nothing until those who run the service say which.`;
  }
  if (kind === 'limited too often') return `The service could not be tested to the end: ${message}.`;
  const isCutShort = ['possible ban', 'target gone', 'no files left'].includes(kind);
  return isCutShort ? `The run was cut short: ${message}.` : undefined;
}
