import { traitsOf } from '../spec/catalog.ts';
import { counted, listed, number } from '../text/layout.ts';
import type {
  Finding,
  PayloadEvidence,
  RecordedExchange,
  RequirementResult,
  TimelineRow,
} from './model/report.ts';

// The evidence of a finding, in words that every reporter uses. Nothing here is escaped: each reporter does that.

/** A label and its text. */
export type Labelled = readonly [label: string, text: string];

/**
 * Returns all that a person needs to fix one cause, in reading order. `impact` and `fix` are the requirement's, the same
 * for all its causes, and not among them.
 */
export function findingLabels(finding: Finding): Labelled[] {
  const { expected, received, curl, payload, instances, known, timeline = [] } = finding;
  const compared = comparedWords(finding);
  const responses = (words: readonly string[] = []) =>
    words.map((response) => ['Responded', response] as const);
  const labels: readonly (readonly [label: string, text: string | undefined])[] = [
    ['Expected', expected],
    ['Received', received],
    ['Known', known === true ? 'the baseline holds it, too' : undefined],
    ...responses(responseWords(finding)),
    [compared?.when ?? '', compared?.curl],
    ...responses(compared?.response),
    ['Fault', payload && `${payload.fault}. Valid would be: ${payload.control}.`],
    [payload && wasShrunk(payload) ? 'Smallest' : 'Body', payload && bodyWords(payload.smallest)],
    ['Found', payload && payload.found !== payload.smallest ? bodyWords(payload.found) : undefined],
    ...timeline.map((row, index) => [index === 0 ? 'Proof' : '', rowWords(row)] as const),
    ['Seen', occurrencesWords(finding)],
    ['Cases', instances.length === 0 ? undefined : listed(instances, listedInstances)],
    ...alsoCorrectWords(finding).map((alsoCorrect) => ['Kept', alsoCorrect] as const),
    ['Request', curl],
  ];
  return labels.filter((one): one is Labelled => one[1] !== undefined);
}

/** The most cases and places that are named. */
export const listedInstances = 12;
const listedPlaces = 4;
const listedAlsoCorrect = 8;

/** Returns "expected …, received …": a finding in a line. */
export function failureWords({ expected, received }: Pick<Finding, 'expected' | 'received'>): string {
  return `expected ${expected}, received ${received}`;
}

/** Returns "4 of 59 times: POST /categories answered 201". */
export function occurrencesWords({ count, tested = 0, places }: Finding): string {
  const where = placesWords(places, count);
  const times = timesWords(count, tested);
  return where.length === 0 ? times : `${times}: ${listed(where, listedPlaces, 'place')}`;
}

/** Returns "GET /categories answered 200 (40), …": what was also correct. */
export function alsoCorrectWords({ alsoCorrect = [] }: Finding): string[] {
  return alsoCorrect.length === 0 ? [] : [listed(placesWords(alsoCorrect), listedAlsoCorrect, 'case')];
}

/** Returns how often, of how many; reports of older kits do not say of how many. */
function timesWords(count: number, tested: number): string {
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

/** Returns "Limits, rule 2 (required)"; of a requirement that the user added, "Rule 4 (required, added: Our API guide)". */
export function originWords({ source, level, section }: Finding | RequirementResult): string {
  const added = section === undefined ? '' : section === source ? ', added' : `, added: ${section}`;
  return `${source} (${level}${added})`;
}

/** Returns a response of the timeline in a line: when, its status, and what the limiter showed. */
export function rowWords({
  atMs,
  status,
  limit,
  remaining,
  reset,
  resetIn,
  retryAfter,
}: TimelineRow): string {
  // Seconds from the response on: what a reader would otherwise compute from its Date.
  const when = resetIn === undefined ? reset : resetIn < 0 ? `${-resetIn} s ago` : `in ${resetIn} s`;
  return [
    `${(atMs / 1000).toFixed(2)} s`.padStart(9),
    `${status ?? 'no answer'}`.padEnd(4),
    remaining === undefined ? 'no usable numbers' : `${remaining} of ${limit ?? '?'} left`,
    ...(reset === undefined ? [] : [`Reset ${when}`]),
    ...(retryAfter === undefined ? [] : [`Retry-After "${retryAfter}"`]),
  ].join('  ');
}

/**
 * Returns the response in a line: its status, and the headers that the requirement is about or the beginning of the body.
 * Empty where `received` says it all.
 */
export function responseWords(finding: Finding): string[] {
  return finding.exchange === undefined ? [] : responseTo(finding.exchange, finding);
}

/** Returns the other exchange of the proof: whether it came before or after, its command, and its response. */
export function comparedWords(finding: Finding) {
  const { exchange, comparedWith } = finding;
  if (comparedWith === undefined) return undefined;
  const isBefore = exchange === undefined || comparedWith.exchange.id < exchange.id;
  const when = isBefore ? ('Before' as const) : ('After' as const);
  return { when, curl: comparedWith.curl, response: responseTo(comparedWith.exchange, finding) };
}

type Response = NonNullable<RecordedExchange['response']>;

function responseTo(exchange: RecordedExchange, { requirement, received, listed: rows }: Finding): string[] {
  const { response, fault } = exchange;
  if (response === undefined) return fault === undefined || fault === received ? [] : [fault];
  const head = [`${response.status} ${response.reason}`.trimEnd(), ...leadingTo(response)];
  const { evidence, timeline } = traitsOf(requirement);
  const names = typeof evidence === 'object' && 'headers' in evidence ? evidence.headers : [];
  const shown =
    timeline === true || names.some((name) => tellingNames.test(name))
      ? telling(response.headers)
      : excerpt(exchange.request.method, response, rows);
  return [[...head, ...shown].join(' · ')];
}

/** Returns where a redirect leads to, which explains most of it. */
function leadingTo({ status, headers }: Response): string[] {
  if (status < 300 || status > 399) return [];
  return headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'location' ? [`Location: ${value}`] : [],
  );
}

/** The headers that show what is wrong with a limiter. */
const tellingNames = /^(x-ratelimit-.*|retry-after|date)$/i;

function telling(headers: Response['headers']): string[] {
  const lines = headers
    .filter(([name]) => tellingNames.test(name))
    .map(([name, value]) => `${name}: ${value}`);
  const hasNone = !headers.some(([name]) => /^(x-ratelimit-|retry-after$)/i.test(name));
  return hasNone ? [...lines, 'none of the rate-limit headers'] : lines;
}

/** The body of a list may be other people's: of it only the rows are shown that the finding is about. */
function excerpt(
  method: string,
  { status, headers, body, cut }: Response,
  rows: string | undefined,
): string[] {
  if (method === 'GET' && status < 300) return rows === undefined ? [] : [`with ${rows}`];
  const type = headers.flatMap(([name, value]) => (name.toLowerCase() === 'content-type' ? [value] : []));
  return [...type.slice(0, 1), body === '' ? 'no body' : `${excerptOf(body)}${cut ? '…' : ''}`];
}

/** Returns a generated body for people, without the long runs of blanks that it may be spelled with. */
export function bodyWords(body: string): string {
  if (body === '') return 'no body';
  const short = body.replaceAll(/[ \t\r\n]{3,}/g, ' ');
  return short === body ? body : `${short} (runs of blanks left out)`;
}

const html = /^\s*<(!doctype\s+html|html)\b/i;
/** How much of the text of a page is shown, in characters. */
const mostOfPage = 200;

/** Returns a body that was received on one line: a page of HTML by its title and the beginning of its text. */
export function excerptOf(body: string): string {
  if (!html.test(body)) return oneLine(body);
  const [, title = ''] = /<title[^<>]*>([^<]*)/i.exec(body) ?? [];
  const text = oneLine(
    body
      .replaceAll(/<(title|script|style)\b[^<>]*>[^<]*/gi, ' ')
      .replaceAll(/<[^<>]*>/g, ' ')
      .replaceAll(/ {2,}/g, ' '),
  );
  const shown = text.length > mostOfPage ? `${text.slice(0, mostOfPage)}…` : text;
  const called = title.trim() === '' ? 'a page of HTML' : `a page of HTML, "${oneLine(title)}"`;
  return shown === '' ? called : `${called}: ${shown}`;
}

function oneLine(text: string): string {
  const parts = text.split(/[\r\n\t]+/).map((part) => part.trim());
  return parts.filter((part) => part !== '').join(' ');
}

/** Checks whether a smaller body was looked for. If not, the body is the generated one, as it was sent. */
export function wasShrunk({ found, smallest, tries }: PayloadEvidence): boolean {
  return tries > 0 || found !== smallest;
}
