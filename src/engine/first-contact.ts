import { firstCreation, ordersWithKey, petWithKey } from '../../suites/shared.ts';
import type { Settings } from '../config/settings.ts';
import { redirectOf, slashRedirect } from '../exchange/address.ts';
import {
  type Exchange,
  type FaultKind,
  type HeaderLine,
  hasResponse,
  isGatewayStatus,
  isUnavailable,
  type Responded,
  statusOf,
  type TransportFault,
} from '../exchange/exchange.ts';
import { fieldLines, mediaType } from '../exchange/headers.ts';
import { isPost } from '../exchange/picks.ts';
import { capOn, jsonOf } from '../exchange/response.ts';
import { Stopped } from '../exchange/stopped.ts';
import { typeName } from '../exchange/validate.ts';
import { limitField, remainingField, resetField } from '../readings/quota.ts';
import { isHtml, startOf } from '../readings/readiness.ts';
import { grouped } from '../text/grouped.ts';
import { counted, enumerated } from '../text/layout.ts';
import type { Session } from './session.ts';

type Target = Pick<Settings, 'baseUrl' | 'keyFile' | 'headers'>;

/** Sends a request once, and shares its response with the whole run. */
type SendProbe = Session['executor']['probe'];

/**
 * Returns why there is nothing to test at the base URL, and what to do; undefined if the run can go on. If something other than
 * the service seems to have sent the first list, the kit also sends requests to the other operations. The run uses their
 * responses later.
 */
export async function whyUntestable(
  first: Exchange,
  target: Target,
  send: SendProbe,
): Promise<string | undefined> {
  const { outcome } = first;
  if (outcome.kind === 'fault')
    return isOfService(outcome.fault) ? undefined : noResponseWords(outcome.fault);
  if (!hasResponse(first)) return undefined;
  return whyRefused(first, target) ?? whyNoService(first, target, send);
}

/**
 * Checks whether the body was cut off after headers that only the service sends. If so, the list is at fault, not the base URL.
 */
function isOfService({ kind, headers = [] }: TransportFault): boolean {
  return kind === 'cut' && hasLimitHeader(headers);
}

function hasLimitHeader(headers: readonly HeaderLine[]): boolean {
  return [limitField, remainingField, resetField].some((name) => fieldLines(headers, name).length > 0);
}

const cannotReach = ({ sentence }: TransportFault) =>
  `Cannot reach the target: ${sentence}. Is the server running, and is the port in --base-url right?`;
const notComplete = ({ sentence }: TransportFault) => `The target's response is not complete: ${sentence}.`;

const whyNoResponse: Readonly<Record<FaultKind, (fault: TransportFault) => string>> = {
  'unknown-host': ({ sentence }) => `Cannot find the target: ${sentence}. Check the host in --base-url.`,
  refused: cannotReach,
  unreachable: cannotReach,
  tls: ({ sentence }) => `Cannot connect to the target securely: ${sentence}.`,
  proxy: ({ sentence }) =>
    `The proxy from HTTP_PROXY or HTTPS_PROXY failed, not the target: ${sentence}. Check the variable, or add the host to NO_PROXY.`,
  timeout: ({ sentence, headers }) =>
    headers === undefined
      ? `The target does not respond: ${sentence}. Is the server running? Use --timeout SECONDS to wait longer.`
      : `The target does not finish its response: ${sentence}, although its headers arrived. Is Content-Length larger than the body? Use --timeout SECONDS to wait longer.`,
  'not-http': ({ sentence }) =>
    `The target does not speak HTTP: ${sentence}. Is the port right? Should it be https?`,
  malformed: ({ sentence }) =>
    `The target's response is not valid HTTP: ${sentence}. Fix it in the server, or in the proxy in front of it.`,
  'too-big': notComplete,
  cut: notComplete,
  aborted: () => 'The run was interrupted before the first response.',
};

/** Says why there is no response, and what to do. */
export function noResponseWords(fault: TransportFault): string {
  return whyNoResponse[fault.kind](fault);
}

/**
 * Returns why nothing can be tested if the first response alone shows it: the server refused the key or the certificate, or a
 * gateway has no service behind it.
 */
function whyRefused(first: Responded, { keyFile = 'PETSTORE_API_KEY' }: Target): string | undefined {
  const { status } = first.outcome.response;
  if (status === 401)
    return `The key was refused: GET /categories returned 401. Check ${keyFile}, and whether the key is for this base URL.`;
  if (!isHtml(first)) return undefined;
  if (/ssl certificate/i.test(startOf(first)))
    return `Something in front of the server returned ${status} because of the client certificate. Use --cert FILE and --cert-key FILE, or check those files.`;
  // The request has been retried, and other requests would meet the same gateway.
  return isGatewayStatus(status) && !hasLimitHeader(first.outcome.response.headers)
    ? `Something in front of the service returned ${status} with an HTML page. Is the service running? If it is, check --base-url.`
    : undefined;
}

/** The order matters: the POST comes last, because it may create something. */
const otherProbes = [ordersWithKey, petWithKey, firstCreation];

async function whyNoService(first: Responded, target: Target, send: SendProbe): Promise<string | undefined> {
  const base = new URL(target.baseUrl);
  if (isUnavailable(first) || !isForeign(first, base)) return undefined;
  const responses = [first];
  for (const probe of otherProbes) {
    const exchange = await sent(() => send(probe));
    if (exchange === undefined) continue;
    if (!hasResponse(exchange) || !isForeign(exchange, base)) return undefined;
    responses.push(exchange);
  }
  return `Nothing at this address looks like a Pet Store Service: ${responsesWords(responses)}. ${causesWords(first, target)}`;
}

/** Sends a request, and returns undefined if the run must not send it, such as a POST in a run that only reads. */
async function sent(send: () => Promise<Exchange>): Promise<Exchange | undefined> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Stopped) return undefined;
    throw error;
  }
}

const foreignStatuses: readonly number[] = [403, 404, 405, 410, 501];

/**
 * Checks whether a response looks as if something other than the service sent it. Its headers do not matter, because gateways
 * add them to their own errors. A redirect that only adds or removes a slash comes from the service's own router.
 */
function isForeign(response: Responded, base: URL): boolean {
  const { status } = response.outcome.response;
  const value = jsonOf(response);
  if (
    isPost(response) &&
    (status === 201 || (status === 400 && value !== undefined && typeName(value) === 'object'))
  )
    return false;
  if (status >= 300 && status < 400) return slashRedirect(response, base) === undefined;
  if (foreignStatuses.includes(status) || isHtml(response)) return true;
  if (status < 200 || status >= 300 || capOn(response) !== undefined) return false;
  const isFirst = response.request.operation === 'listCategories';
  return isFirst ? !Array.isArray(value) : value === undefined;
}

/** Describes the responses, grouped by kind: "GET /categories and POST /categories returned 404". */
function responsesWords(responses: readonly Responded[]): string {
  const kinds = [...grouped(responses, kindWords)].map(([kind, some]) => {
    const named = some.map(({ request }) => `${request.method} ${request.path}`);
    return `${enumerated(named)} returned ${kind}${locationWords(some)}`;
  });
  return kinds.join('; ');
}

/** The maximum number of characters quoted from a Location. It is limited because the target wrote the Location. */
const longestLocation = 200;

function kindWords(response: Responded): string {
  const { status, headers, body } = response.outcome.response;
  if (status >= 300 && status < 400)
    return `${status}, a redirect${redirectOf(response.outcome.response) ? '' : ' without a Location'}`;
  if (isHtml(response)) return `${status} with an HTML page`;
  if (body.length === 0) return `${status} without a body`;
  if (jsonOf(response) !== undefined) return `${status} with other JSON`;
  return `${status} with a body of type ${mediaType(headers) ?? 'unknown'}`;
}

/** Says where the responses redirect to, if they do. */
function locationWords(responses: readonly Responded[]): string {
  const [location, ...others] = new Set(responses.map(({ outcome }) => redirectOf(outcome.response) ?? ''));
  if (location === undefined || location === '') return '';
  return `${others.length === 0 ? ' to' : ', the first to'} ${location.slice(0, longestLocation)}`;
}

function causesWords(first: Responded, { baseUrl, headers }: Target): string {
  const base = new URL(baseUrl);
  const isRedirect = redirectOf(first.outcome.response) !== undefined;
  const inFront = isRedirect
    ? 'something in front of the service, such as a proxy or a login page: the kit does not follow redirects, to protect the key'
    : 'something in front of the service responds, such as a proxy or a login page';
  const names = headers.map(([name]) => name).join(', ');
  const wanted = names === '' ? '' : `; this run sent ${names}`;
  return [
    'Likely causes, most common first:',
    `(1) the base URL is wrong: ${addressWords(first, base)};`,
    `(2) ${inFront};`,
    `(3) a gateway requires another header (--header 'NAME: VALUE'${wanted}).`,
  ].join(' ');
}

/** Says how the base URL may be wrong, and suggests a URL if the first response or the path hints at one. */
function addressWords(first: Responded, base: URL): string {
  const path = base.pathname.replace(/\/$/, '');
  const redirected = redirectedBase(first, base);
  if (redirected !== undefined) return `if the redirect leads to the service, use --base-url ${redirected}`;
  if (/\/v1$/.test(path)) return `check the host, the port, and the path before /v1 (${base.href})`;
  // The path of an operation may follow the version, and the version may be in capitals.
  const before = /^(.*)\/v1(?:\/|$)/i.exec(path)?.[1] ?? path.replace(/\/v\d+$/, '');
  return `it must end in /v1, so try --base-url ${base.origin}${before}/v1`;
}

/** Returns the base URL that the redirect of a list points to, if it differs from the current one. */
function redirectedBase({ outcome }: Responded, base: URL): string | undefined {
  const location = redirectOf(outcome.response);
  if (location === undefined || !URL.canParse(location, base.href)) return undefined;
  const { protocol, origin, pathname } = new URL(location, base);
  const [, path] = /^(.*)\/categories\/?$/.exec(pathname) ?? [];
  if (path === undefined || !protocol.startsWith('http')) return undefined;
  const other = `${origin}${path}`;
  return other === `${base.origin}${base.pathname.replace(/\/$/, '')}`
    ? undefined
    : other.slice(0, longestLocation);
}

/**
 * Returns why nothing could be tested if every response is a 429 or 503, and undefined otherwise. Also returns the responses
 * whose headers the kit judges anyway. A single 503 is not among them, because it may come from a gateway.
 */
export function unavailableService(exchanges: readonly Exchange[]) {
  const responses = exchanges.filter(hasResponse);
  if (responses.length === 0 || !responses.every(isUnavailable)) return undefined;
  const byStatus = [...grouped(responses, statusOf)];
  const counts = byStatus.map(
    ([status, some]) => `${status} to ${counted(some.length, 'request', 'requests')}`,
  );
  return {
    why: `The service was not available: it returned ${counts.join(' and ')}, and nothing else. Run again once it serves requests; --wait-for SECONDS waits for that.`,
    judged: byStatus.flatMap(([status, some]) => (status === 429 || some.length > 1 ? some : [])),
  };
}

/** Asks the user about the base URL if the target returns the same 2xx for every operation. */
export const sameEverywhere =
  'Every operation returns the same response, which no Pet Store Service would do. Is the base URL right, or does something in front of the server respond?';
