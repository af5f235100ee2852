import { traitsOf } from '../spec/catalog.ts';
import { counted, listed, number } from '../text/layout.ts';
import type {
  Finding,
  PayloadEvidence,
  RecordedExchange,
  RequirementResult,
  TimelineRow,
} from './model/report.ts';

// The evidence of a finding, in the words that all reporters use. Nothing here is escaped: each reporter does that.

/** A label and its text. */
export type Labelled = readonly [label: string, text: string];

/** The width of the column of labels in plain text: "Compared with" and two spaces. */
export const labelWidth = 15;

/** Returns the evidence of one cause, in reading order. Impact and fix belong to the requirement and are not included. */
export function findingLabels(finding: Finding): Labelled[] {
  const { expected, received, curl, payload, instances, known, waiverExpired, timeline = [] } = finding;
  const compared = comparedWords(finding);
  const labels: readonly (readonly [label: string, text: string | undefined])[] = [
    ['Expected', expected],
    ['Received', received],
    ['In the body', bodyPlacesWords(finding)],
    ['Known', known === true ? knownWords : undefined],
    ['Waiver', waiverExpired],
    ...responseWords(finding).map((words) => ['Response', words] as const),
    ['Compared with', compared?.curl],
    ...(compared?.response ?? []).map((words) => ['Its response', words] as const),
    ['Payload', payload && payloadWords(payload)],
    [
      payload && wasShrunk(payload) ? 'Smallest body' : 'Invalid body',
      payload && bodyWords(payload.smallest),
    ],
    ['Seed', seedWords(finding)],
    ['First found', payload && payload.found !== payload.smallest ? bodyWords(payload.found) : undefined],
    ...timeline.map((row, index) => [index === 0 ? timelineLabel : '', rowWords(row)] as const),
    ['Occurrences', occurrencesWords(finding)],
    ['Cases', casesWords(instances)],
    ...alsoCorrectWords(finding).map((words) => ['Also correct', words] as const),
    ['Request', curl],
  ];
  return labels.filter((one): one is Labelled => one[1] !== undefined);
}

/** Returns the fault of a generated body, and what a valid request has instead. */
export function payloadWords({ fault, control }: PayloadEvidence): string {
  return `${fault} (valid: ${control})`;
}

/** Returns how to generate the bodies of the run again, if its seed is not the default. */
export function seedWords({ seed }: Finding): string | undefined {
  return seed === undefined ? undefined : `${seed} (--seed ${seed} generates the same bodies)`;
}

/** The label of the responses, one per line, that prove a fault of the limiter. */
export const timelineLabel = 'Timeline';

/** What follows "Known" in a finding. */
export const knownWords = 'also in the baseline';

/** Maximum number of cases and places that are named. */
const listedInstances = 12;
const listedPlaces = 4;
const listedAlsoCorrect = 8;

/** Returns a finding in one line: "expected …, received …". */
export function failureWords({ expected, received }: Pick<Finding, 'expected' | 'received'>): string {
  return `expected ${expected}, received ${received}`;
}

/** Returns "4 of 59 times: POST /categories returned 201", or "24 of 24 created categories". */
export function occurrencesWords({ requirement, count, tested, places }: Finding): string {
  const { counts } = traitsOf(requirement);
  if (counts !== undefined && tested >= count) return `${number(count)} of ${number(tested)} ${counts}`;
  const where = placesWords(places, count);
  const times = timesWords({ count, tested });
  return where.length === 0 ? times : `${times}: ${listed(where, listedPlaces, 'place')}`;
}

/** Returns on which request the fault first occurred, and with which status unless `received` says it. */
export function whereWords({ received, places: [first] }: Finding): string {
  if (first === undefined) return '';
  const [request = ''] = first.place.split(/ (?=returned|got no)/);
  return received.startsWith('status ') ? request : first.place;
}

/** Returns how many other responses violate the same requirement in another way; empty if none. */
export function moreWords({ length }: readonly Finding[]): string {
  return length <= 1 ? '' : counted(length - 1, 'more response');
}

/** Returns the cases that were sent: "no key; a key that is cut short". Undefined if there are none. */
export function casesWords(instances: readonly string[], most = listedInstances): string | undefined {
  return instances.length === 0 ? undefined : listed(instances, most);
}

/** Returns where the response shows the fault: "/3/description is null (id 17)". */
export function bodyPlacesWords({ at = [] }: Finding): string | undefined {
  if (at.length === 0) return undefined;
  return at
    .map(({ pointer, id, value }) => {
      const whose = id === undefined || pointer.endsWith('/id') ? '' : ` (id ${id})`;
      return `${pointer} is ${value}${whose}`;
    })
    .join('; ');
}

/** Returns "GET /categories returned 200 (40); …". */
export function alsoCorrectWords({ alsoCorrect = [] }: Finding): string[] {
  return alsoCorrect.length === 0 ? [] : [listed(placesWords(alsoCorrect), listedAlsoCorrect, 'case')];
}

/** Returns "4 of 59 times": the count and, if more than one response was relevant, the total. */
export function timesWords({ count, tested }: Pick<Finding, 'count' | 'tested'>): string {
  if (tested <= 1 || tested < count) return count === 1 ? 'once' : counted(count, 'time');
  return count === tested
    ? `every time (${number(count)} of ${number(tested)})`
    : `${number(count)} of ${number(tested)} times`;
}

function placesWords(places: Finding['places'], total?: number): string[] {
  return places.map(({ place, count }) => (count === 1 || count === total ? place : `${place} (${count})`));
}

/** Returns "Limits, rule 2 (required): “X-RateLimit-Reset is a Unix timestamp …”". */
export function sourceWords(finding: Finding): string {
  const { sentence } = finding;
  return `${originWords(finding)}${sentence === undefined ? '' : `: “${sentence}”`}`;
}

/** Returns "Limits, rule 2 (required)"; for a custom check, "Rule 4 (required, added: Our API guide)". */
export function originWords({ source, level, section }: Finding | RequirementResult): string {
  const added = section === undefined ? '' : section === source ? ', added' : `, added: ${section}`;
  return `${source} (${level}${added})`;
}

/** Returns a response of the timeline in one line: time, status and rate-limit headers. */
export function rowWords({ atMs, status, limit, remaining, resetIn, retryAfter }: TimelineRow): string {
  return [
    `${(atMs / 1000).toFixed(2)} s`.padStart(9),
    `${status ?? 'no response'}`.padEnd(4),
    remaining === undefined ? 'no valid rate-limit headers' : `${remaining} of ${limit ?? '?'} left`,
    // Relative to the response, so that readers need not compute it from Date.
    ...(resetIn === undefined ? [] : [`Reset ${resetIn < 0 ? `${-resetIn} s ago` : `in ${resetIn} s`}`]),
    ...(retryAfter === undefined ? [] : [`Retry-After "${retryAfter}"`]),
  ].join('  ');
}

/**
 * Returns the response in one line: its status, and the relevant headers or the beginning of the body. Empty if
 * `received` says the same.
 */
export function responseWords(finding: Finding): string[] {
  return finding.exchange === undefined ? [] : responseTo(finding.exchange, finding);
}

/** Returns the other exchange of the proof: whether it was sent before or after, its command and its response. */
export function comparedWords(finding: Finding) {
  const { exchange, comparedWith } = finding;
  if (comparedWith === undefined) return undefined;
  const other = comparedWith.exchange;
  const isBefore = exchange === undefined || other.id < exchange.id;
  const where = isOnConnection(other, exchange) ? ' on the same connection' : '';
  const when = isBefore ? `sent before${where}` : 'sent afterwards';
  const response = responseTo(comparedWith.exchange, finding).map((words) => `${words} (${when})`);
  return { when, curl: comparedWith.curl, response };
}

/** Checks whether two requests with different credentials shared a connection, which may be the reason for a finding. */
function isOnConnection(one: RecordedExchange, other: RecordedExchange | undefined): boolean {
  const isSame = one.connection !== undefined && one.connection === other?.connection;
  return isSame && one.request.again.credential !== other.request.again.credential;
}

type Response = NonNullable<RecordedExchange['response']>;

function responseTo(
  exchange: RecordedExchange,
  { requirement, received, listed: elements }: Finding,
): string[] {
  const { response, fault } = exchange;
  if (response === undefined) return fault === undefined || fault === received ? [] : [fault];
  const head = [`${response.status} ${response.reason}`.trimEnd(), ...locationOf(response)];
  const { evidence, timeline } = traitsOf(requirement);
  const names = typeof evidence === 'object' && 'headers' in evidence ? evidence.headers : [];
  const shown =
    timeline === true || names.some((name) => limiterNames.test(name))
      ? limiterLines(response.headers)
      : excerpt(exchange.request, response, elements);
  return [[...head, ...shown].join(' · ')];
}

/** Returns the Location of a redirect. */
function locationOf({ status, headers }: Response): string[] {
  if (status < 300 || status > 399) return [];
  return headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'location' ? [`Location: ${value}`] : [],
  );
}

/** The headers that show a fault of the limiter. */
const limiterNames = /^(x-ratelimit-.*|retry-after|date)$/i;

function limiterLines(headers: Response['headers']): string[] {
  const lines = headers
    .filter(([name]) => limiterNames.test(name))
    .map(([name, value]) => `${name}: ${value}`);
  const hasNone = !headers.some(([name]) => /^(x-ratelimit-|retry-after$)/i.test(name));
  return hasNone ? [...lines, 'no rate-limit headers'] : lines;
}

/** Returns the beginning of a body. A list may contain other people's data: only relevant elements are shown. */
function excerpt(
  { method, again }: RecordedExchange['request'],
  response: Response,
  elements: string | undefined,
): string[] {
  const { status, headers, body } = response;
  if (method === 'GET' && status < 300) {
    if (elements !== undefined) return [`with ${elements}`];
    // What was returned in place of a list is the evidence.
    if (again.operation !== 'listCategories' || body.trimStart().startsWith('[')) return [];
  }
  const type = headers.flatMap(([name, value]) => (name.toLowerCase() === 'content-type' ? [value] : []));
  return [...type.slice(0, 1), body === '' ? 'no body' : excerptOf(partOf(response, maxInLine))];
}

/** Maximum length of a body in one line, and what it shows before the fault, in characters. */
const maxInLine = 360;
const beforeFault = 120;

/** Returns at most `most` characters of a body, with the fault of the finding among them. */
export function partOf({ body, cut, faultAt = 0 }: Response, most: number): string {
  const from = faultAt < most * 0.8 ? 0 : faultAt - Math.min(beforeFault, most / 2);
  const end = from + most;
  const isCut = end < body.length || (cut && !body.endsWith('…'));
  return `${from > 0 ? '…' : ''}${body.slice(from, end)}${isCut ? '…' : ''}`;
}

/** Finds a member of a body with its value; only good enough to show it. */
export function findMember(body: string, member: string | undefined): RegExpExecArray | null {
  if (member === undefined) return null;
  return new RegExp(`"${member}"\\s{0,99}:\\s{0,99}("(?:[^"\\\\]|\\\\.)*"|[^\\s,}\\]]+)`).exec(body);
}

/** Returns the field of the body that is wrong, if the fault is in one. */
export function faultMember({
  requirement,
  received,
  at,
}: Pick<Finding, 'requirement' | 'received' | 'at'>): string | undefined {
  const { evidence } = traitsOf(requirement);
  if (evidence !== undefined)
    return typeof evidence === 'object' && 'member' in evidence ? evidence.member : undefined;
  // Schema violations name the member: `status: string "400"`.
  const [, named = at?.[0]?.pointer.split('/').at(-1)] = /^([A-Za-z]+): /.exec(received) ?? [];
  return named !== undefined && /^[A-Za-z]+$/.test(named) ? named : undefined;
}

/** Returns a generated body without its long runs of whitespace. */
export function bodyWords(body: string): string {
  if (body === '') return 'no body';
  const short = body.replaceAll(/[ \t\r\n]{3,}/g, ' ');
  return short === body ? body : `${short} (whitespace shortened)`;
}

const html = /^\s*<(!doctype\s+html|html)\b/i;
/** Maximum length of the text that is shown of an HTML page, in characters. */
const maxPageExcerpt = 200;

/** Returns a received body on one line. For an HTML page: its title and the beginning of its text. */
export function excerptOf(body: string): string {
  if (!html.test(body)) return oneLine(body);
  const [, title = ''] = /<title[^<>]*>([^<]*)/i.exec(body) ?? [];
  const text = oneLine(
    body
      .replaceAll(/<(title|script|style)\b[^<>]*>[^<]*/gi, ' ')
      .replaceAll(/<[^<>]*>/g, ' ')
      .replaceAll(/ {2,}/g, ' '),
  );
  const shown = text.length > maxPageExcerpt ? `${text.slice(0, maxPageExcerpt)}…` : text;
  const called = title.trim() === '' ? 'an HTML page' : `an HTML page, "${oneLine(title)}"`;
  return shown === '' ? called : `${called}: ${shown}`;
}

function oneLine(text: string): string {
  const parts = text.split(/[\r\n\t]+/).map((part) => part.trim());
  return parts.filter((part) => part !== '').join(' ');
}

/** Checks whether the kit searched for a smaller body. If not, the body is the generated one. */
export function wasShrunk({ found, smallest, tries }: PayloadEvidence): boolean {
  return tries > 0 || found !== smallest;
}
