import type { Dispatcher } from 'undici';
import type { Reach, Settings } from '../config/settings.ts';
import { redirectOf, slashRedirect } from '../exchange/address.ts';
import { type Clock, systemClock } from '../exchange/clock.ts';
import {
  type Exchange,
  type FaultKind,
  type HeaderLine,
  type HttpRequest,
  type HttpResponse,
  isGatewayStatus,
} from '../exchange/exchange.ts';
import { fieldLines, mediaType } from '../exchange/headers.ts';
import type { Stopped } from '../exchange/stopped.ts';
import { createDispatcher } from '../http/dispatcher.ts';
import { wholeUndici } from '../http/undici.ts';
import { limitField, remainingField, resetField } from '../readings/quota.ts';
import type { Readings } from '../readings/readings.ts';
import type { Stop } from '../readings/silence.ts';
import { plainListsFor } from '../spec/catalog.ts';
import type { Judge } from './judge.ts';
import { requestedPause } from './pacing/holds.ts';

const retryMs = 250;

/**
 * Requests the base URL, without a key, until the server responds, for at most `seconds`. Respects Retry-After. Returns
 * whether the server responded, and how many ms the run must wait before its first request. Requests cost no
 * quota while nothing listens.
 */
export async function waitUntilUp(
  baseUrl: string,
  seconds: number,
  { timeoutSeconds, ca, clientCertificate }: Reach,
  signal: AbortSignal,
  clock: Clock = systemClock,
): Promise<{ readonly up: boolean; readonly heldMs?: number }> {
  const base = new URL(baseUrl);
  const timeoutMs = timeoutSeconds * 1000;
  const dispatcher = createDispatcher({ base, timeoutMs, maxHeaderBytes: 64 * 1024, ca, clientCertificate });
  const until = clock.monotonic() + seconds * 1000;
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

/**
 * Returns why the first exchange shows no server to test, and what to do, or undefined if the run can go on. A response with
 * one of the three headers is from the server, and so is a redirect to the same path with a trailing slash.
 */
export function whyUntestable(first: Exchange, settings: Refused): string | undefined {
  const base = new URL(settings.baseUrl);
  const { outcome } = first;
  if (outcome.kind === 'fault') return whyNoResponse[outcome.fault.kind](outcome.fault.sentence);
  return slashRedirect(first, base) === undefined
    ? whyNoService(outcome.response, base, settings)
    : undefined;
}

type Refused = Pick<Settings, 'baseUrl' | 'keyVariable' | 'keyFile'>;

/** Returns a question about the base URL, if the first response suggests a wrong one or all responses are the same. */
export function doubtAbout({ outcome }: Exchange, sameEverywhere: boolean): string | undefined {
  if (sameEverywhere)
    return 'Every operation returns the same response, which no Pet Store Service would. Is the base URL right, or does something in front of the server respond?';
  const status = outcome.kind === 'response' ? outcome.response.status : undefined;
  if (status === 404 || status === 410) return `The first response was ${status}. Is the base URL right?`;
  if (status === 403) return 'The first response was 403. Is the key for this base URL?';
  return undefined;
}

const cannotReach = (sentence: string) =>
  `Cannot reach the target: ${sentence}. Is the server running, and is the port in --base-url right?`;
const notComplete = (sentence: string) => `The target's response is not complete: ${sentence}.`;

const whyNoResponse: Readonly<Record<FaultKind, (sentence: string) => string>> = {
  'unknown-host': (sentence) => `Cannot find the target: ${sentence}. Check the host in --base-url.`,
  refused: cannotReach,
  unreachable: cannotReach,
  tls: (sentence) => `Cannot connect to the target securely: ${sentence}.`,
  proxy: (sentence) =>
    `The proxy of HTTP_PROXY or HTTPS_PROXY failed, not the target: ${sentence}. Check the variable, or add the host to NO_PROXY.`,
  timeout: (sentence) =>
    `The target does not respond: ${sentence}. Is the server running? Use --timeout SECONDS to wait longer.`,
  'not-http': (sentence) =>
    `The target does not speak HTTP: ${sentence}. Is the port right? Should it be https?`,
  'too-big': notComplete,
  cut: notComplete,
  aborted: () => 'The run was interrupted before the first response.',
};

function whyNoService(
  response: HttpResponse,
  base: URL,
  { keyVariable = 'PETSTORE_API_KEY', keyFile }: Refused,
): string | undefined {
  const { status, headers } = response;
  if (status === 401)
    return `The key was refused: GET /categories returned 401. Check ${keyFile ?? keyVariable}, and whether the key is for this base URL.`;
  const hasLimitHeader = [limitField, remainingField, resetField].some(
    (name) => fieldLines(headers, name).length > 0,
  );
  if (hasLimitHeader) return undefined;
  if (status >= 300 && status < 400) {
    const location = redirectOf(response) ?? '';
    const where = location === '' ? 'without a Location' : `to ${location.slice(0, longestLocation)}`;
    return `GET /categories returned ${status}, a redirect ${where}. The kit does not follow redirects, to protect the key. ${otherBaseUrl(location, base)}`;
  }
  const start = Buffer.from(response.body.subarray(0, 200)).toString('latin1');
  if (/ssl certificate/i.test(start))
    return `Something in front of the server returned ${status} because of the client certificate. Use --cert FILE and --cert-key FILE, or check those files.`;
  if (mediaType(headers) === 'text/html' || /^\s*<(!doctype html|html)\b/i.test(start))
    return `The base URL returned an HTML page (status ${status}): a proxy, a login page, or another site. Check --base-url.`;
  return undefined;
}

/** Caps a Location, which the target wrote. */
const longestLocation = 200;

/** Suggests the base URL that the redirect of the list points to. */
function otherBaseUrl(location: string, base: URL): string {
  const { protocol, origin, pathname } = URL.canParse(location, base.href) ? new URL(location, base) : base;
  const [, path] = /^(.*)\/categories\/?$/.exec(pathname) ?? [];
  const other = path === undefined || !protocol.startsWith('http') ? undefined : `${origin}${path}`;
  return other === undefined || other === `${base.origin}${base.pathname.replace(/\/$/, '')}`
    ? 'Check --base-url.'
    : `If that is the server, use --base-url ${other.slice(0, longestLocation)}`;
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
