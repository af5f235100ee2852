import { traitsOf } from '../spec/ledger.ts';
import { counted, listed, number } from '../text/layout.ts';
import type {
  Finding,
  PayloadEvidence,
  RecordedExchange,
  RequirementResult,
  TimelineRow,
} from './model/report.ts';

// What a finding rests on, in words that every reporter uses. Nothing here is escaped: each sink does that itself.

/** A label and what stands behind it. */
export type Labelled = readonly [label: string, text: string];

/**
 * All that a person needs to mend one cause, in the order in which it is read. `means` and `mend` are the
 * requirement's, the same for all its causes, and stand apart.
 */
export function findingLabels(finding: Finding): Labelled[] {
  const { expected, received, curl, payload, instances, known, timeline = [] } = finding;
  const compared = comparedWords(finding);
  const answers = (words: readonly string[] = []) => words.map((answer) => ['Answer', answer] as const);
  const labels: readonly (readonly [label: string, text: string | undefined])[] = [
    ['Expected', expected],
    ['Received', received],
    ['Known', known === true ? 'the baseline holds it, too' : undefined],
    ...answers(answerWords(finding)),
    [compared?.when ?? '', compared?.curl],
    ...answers(compared?.answer),
    ['Fault', payload && `${payload.fault}. Valid would be: ${payload.twin}.`],
    [payload && wasShrunk(payload) ? 'Smallest' : 'Body', payload && bodyWords(payload.smallest)],
    ['Found', payload && payload.found !== payload.smallest ? bodyWords(payload.found) : undefined],
    ...timeline.map((row, index) => [index === 0 ? 'Proof' : '', rowWords(row)] as const),
    ['Seen', seenWords(finding)],
    ['Cases', instances.length === 0 ? undefined : listed(instances, listedInstances)],
    ...keptWords(finding).map((kept) => ['Kept', kept] as const),
    ['Request', curl],
  ];
  return labels.filter((one): one is Labelled => one[1] !== undefined);
}

/** So many cases are named. */
export const listedInstances = 12;
const listedPlaces = 4;
const listedKept = 8;

/** "4 of 59 times: POST /categories answered 201". */
export function seenWords({ count, exercised = 0, places }: Finding): string {
  const where = placesWords(places, count);
  const times = timesWords(count, exercised);
  return where.length === 0 ? times : `${times}: ${listed(where, listedPlaces, 'place')}`;
}

/** "GET /categories answered 200 (40), …": what is right beside the finding. */
export function keptWords({ kept = [] }: Finding): string[] {
  return kept.length === 0 ? [] : [listed(placesWords(kept), listedKept, 'case')];
}

/** How often, of how many; nothing is said of how many where a report of an older kit does not tell. */
function timesWords(count: number, exercised: number): string {
  if (exercised <= 1 || exercised < count) return count === 1 ? 'once' : counted(count, 'time');
  return count === exercised
    ? `every time (${number(count)} of ${number(exercised)})`
    : `${number(count)} of ${number(exercised)} times`;
}

function placesWords(places: Finding['places'], total?: number): string[] {
  return places.map(({ place, count }) => (count === 1 || count === total ? place : `${place} (${count})`));
}

/** "Limits, rule 2 (required): “X-RateLimit-Reset is a Unix timestamp …”". */
export function sourceWords(finding: Finding): string {
  const { sentence } = finding;
  return `${originWords(finding)}${sentence === undefined ? '' : `: “${sentence}”`}`;
}

/** "Limits, rule 2 (required)"; of one that the user added, "Rule 4 (required, added: Our API guide)". */
export function originWords({ source, level, section }: Finding | RequirementResult): string {
  const added = section === undefined ? '' : section === source ? ', added' : `, added: ${section}`;
  return `${source} (${level}${added})`;
}

/** One answer of the timeline: when, what was answered, and what the limiter showed. */
export function rowWords(row: TimelineRow): string {
  const { atMs, status, limit, remaining, reset, resetIn, retryAfter } = row;
  return [
    `${(atMs / 1000).toFixed(2)} s`.padStart(9),
    `${status ?? 'no answer'}`.padEnd(4),
    remaining === undefined ? 'no usable numbers' : `${remaining} of ${limit ?? '?'} left`,
    ...(reset === undefined ? [] : [resetIn === undefined ? `Reset ${reset}` : `Reset ${fromThen(resetIn)}`]),
    ...(retryAfter === undefined ? [] : [`Retry-After "${retryAfter}"`]),
  ].join('  ');
}

/** Seconds from the answer on: what a reader would otherwise take apart from the Date. */
function fromThen(seconds: number): string {
  return seconds < 0 ? `${-seconds} s ago` : `in ${seconds} s`;
}

/**
 * What came back, in a line: the status, and the header lines that the requirement is about or the beginning of
 * the body. Nothing where `received` says it all.
 */
export function answerWords(finding: Finding): string[] {
  const { exchange } = finding;
  return exchange === undefined ? [] : answerTo(exchange, finding);
}

/** The other exchange of the proof: whether it came before or after, the command that sends it, and its answer. */
export function comparedWords(finding: Finding) {
  const { exchange, comparedWith } = finding;
  if (comparedWith === undefined) return undefined;
  const isBefore = exchange === undefined || comparedWith.exchange.id < exchange.id;
  const when = isBefore ? ('Before' as const) : ('After' as const);
  return { when, curl: comparedWith.curl, answer: answerTo(comparedWith.exchange, finding) };
}

function answerTo(exchange: RecordedExchange, { requirement, received, listed: rows }: Finding): string[] {
  const { response, fault } = exchange;
  if (response === undefined) return fault === undefined || fault === received ? [] : [fault];
  const head = [`${response.status} ${response.reason}`.trimEnd(), ...leadingTo(response)];
  const evidence = isAboutHeaders(requirement)
    ? telling(response.headers)
    : excerpt(exchange.request.method, response, rows);
  return [[...head, ...evidence].join(' · ')];
}

/** Where a redirect leads to, which tells most of it. */
function leadingTo({ status, headers }: NonNullable<RecordedExchange['response']>): string[] {
  if (status < 300 || status > 399) return [];
  return headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'location' ? [`Location: ${value}`] : [],
  );
}

/** Whether the header lines of an answer, rather than its body, show what is wrong. */
function isAboutHeaders(requirement: string): boolean {
  const { evidence, timeline } = traitsOf(requirement);
  const names = typeof evidence === 'object' && 'headers' in evidence ? evidence.headers : [];
  return timeline === true || names.some((name) => tellingNames.test(name));
}

const tellingNames = /^(x-ratelimit-.*|retry-after|date)$/i;

function telling(headers: readonly (readonly [string, string])[]): string[] {
  const lines = headers
    .filter(([name]) => tellingNames.test(name))
    .map(([name, value]) => `${name}: ${value}`);
  const hasNone = !headers.some(([name]) => /^(x-ratelimit-|retry-after$)/i.test(name));
  return hasNone ? [...lines, 'none of the rate-limit headers'] : lines;
}

/** A body that was read from the list may be other people's; it stays in report.json, but for the rows it is about. */
function excerpt(
  method: string,
  response: NonNullable<RecordedExchange['response']>,
  rows: string | undefined,
): string[] {
  if (method === 'GET' && response.status < 300) return rows === undefined ? [] : [`with ${rows}`];
  const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const body = response.body === '' ? 'no body' : `${excerptOf(response.body)}${response.cut ? '…' : ''}`;
  return type === undefined ? [body] : [type, body];
}

/** A drawn body for people: it may be spelled with long runs of blanks, which look like a fault of the page. */
export function bodyWords(body: string): string {
  if (body === '') return 'no body';
  const short = body.replaceAll(/[ \t\r\n]{3,}/g, ' ');
  return short === body ? body : `${short} (runs of blanks left out)`;
}

const html = /^\s*<(!doctype\s+html|html)\b/i;
/** As much of the text of a page is shown, in characters. */
const mostOfPage = 200;

/**
 * A body that was received, on one line: a page of HTML by its title and the beginning of its text, and line breaks
 * and tabs, with the blanks around them, as one blank.
 */
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

/** Whether a smaller body was looked for: where none was, the body is the one that was drawn, as it was sent. */
export function wasShrunk({ found, smallest, tries }: PayloadEvidence): boolean {
  return tries > 0 || found !== smallest;
}
