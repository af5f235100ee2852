import { traitsOf } from '../spec/catalog.ts';
import { definedOnly } from '../text/defined-only.ts';
import { grouped } from '../text/grouped.ts';
import { counted, duration, listed, number, othersWords } from '../text/layout.ts';
import { printable } from '../text/shown.ts';
import { addedWords, groupedByReason } from './content.ts';
import { bodyWords, responseTo } from './evidence.ts';
import type {
  Finding,
  PayloadEvidence,
  RecordedExchange,
  Report,
  RequirementResult,
  TimelineRow,
  Wait,
} from './model/report.ts';
import { rowOf } from './row.ts';
import { scopeLine } from './scope.ts';
import type { Violation } from './violations.ts';

// What all reporters say about a finding, a requirement and a run. Each reporter selects the rows that it has room for, lays
// them out and escapes them.

/** A label and its text. */
export interface ReportRow {
  readonly label: string;
  /** The whole row in one line. */
  readonly text: string;
  /** The parts of the text, if it lists several things, for reporters that give each part a line. */
  readonly list?: ReportList;
  /** `full` if the row belongs only in the full evidence. */
  readonly detail: 'brief' | 'full';
  /** The kind of the text, for reporters that show some kinds in their own way. `prose` is in the kit's own words. */
  readonly kind?: 'expected' | 'received' | 'response' | 'body' | 'timeline' | 'item' | 'prose' | CommandKind;
}

/** Several things, and the words before them, which may be empty. */
export interface ReportList {
  readonly lead: string;
  readonly items: readonly string[];
}

/** The commands that repeat the request and the compared one, and that verify a fix. */
export type CommandKind = 'request' | 'compared' | 'verify';

/** The width of the column of labels in plain text: "Compared with" and two spaces. */
export const labelWidth = 15;
/** The width of the text column where lines are not wrapped. */
const textWidth = 80;
/** How many of the newest responses of the limiter are shown without the full evidence. */
const newestResponses = 2;
/** Maximum number of cases and places that are named. */
const maxCases = 12;
const maxPlaces = 4;
const maxAlsoCorrect = 8;

const brief = rowsOf('brief');
const full = rowsOf('full');

/** Returns a function that writes the row of a label, unless its content is undefined or an empty list. */
function rowsOf(detail: ReportRow['detail']) {
  return (label: string, content: string | Listing | undefined, kind?: ReportRow['kind']): ReportRow[] => {
    if (content === undefined) return [];
    if (typeof content === 'string')
      return [{ label, text: content === '' ? '(empty)' : content, detail, ...definedOnly({ kind }) }];
    const text = listingWords(content);
    return text === '' ? [] : [{ label, text, detail, ...definedOnly({ kind, list: listOf(content) }) }];
  };
}

/** A list before it is cut to `most` items; `what` names one of them. */
interface Listing {
  readonly lead?: string;
  readonly texts: readonly string[];
  readonly most: number;
  readonly what?: string;
}

function listOf({ lead = '', texts, most, what }: Listing): ReportList | undefined {
  const items = [...texts.slice(0, most), ...othersWords(texts, most, what)];
  return items.length > 1 ? { lead, items } : undefined;
}

function listingWords({ lead, texts, most, what }: Listing): string {
  return [lead ?? [], texts.length === 0 ? [] : listed(texts, most, what)].flat().join(': ');
}

/** Checks whether a row is a command, which is useless if it is wrapped or cut. */
export function isCommandRow(row: ReportRow): row is ReportRow & { readonly kind: CommandKind } {
  const { kind } = row;
  return kind === 'request' || kind === 'compared' || kind === 'verify';
}

/**
 * Returns rows for formats in which labels form a column: if a list does not fit in one line, each of its items has a row. A
 * row that continues the previous row has no label.
 */
export function inColumn(rows: readonly ReportRow[], width = textWidth): ReportRow[] {
  return rows
    .flatMap((row) => (row.list === undefined || row.text.length <= width ? [row] : listRows(row, row.list)))
    .map((row, index, all) => (row.label === all[index - 1]?.label ? { ...row, label: '' } : row));
}

function listRows({ label, detail }: ReportRow, { lead, items }: ReportList): ReportRow[] {
  const before = lead === '' ? [] : [{ label, detail, text: `${lead}:` }];
  return [...before, ...items.map((text): ReportRow => ({ label, detail, kind: 'item', text: `· ${text}` }))];
}

/** Returns where the requirement comes from: "Limits, rule 2 (required): “X-RateLimit-Reset is a Unix timestamp …”". */
export function sourceRows({ source, level, section, sentence }: Finding): ReportRow[] {
  const added = section === undefined ? '' : section === source ? ', added' : `, added: ${section}`;
  const quote = sentence === undefined ? '' : `: “${sentence}”`;
  return full('Source', `${source} (${level}${added})${quote}`);
}

/**
 * Returns how to fix a violation, why it matters, and the commands that repeat its request and verify a fix. If `isRepeated`
 * is set, the same advice is already shown above.
 */
export function adviceRows(
  { first: { fix, impact, curl }, software }: Pick<Violation, 'first' | 'software'>,
  verify: string,
  isRepeated = false,
): ReportRow[] {
  const advice = [
    ...brief('Fix', fix, 'prose'),
    ...(software?.isRecognized === true ? brief('Software', software.words) : []),
    ...brief('Why it matters', impact, 'prose'),
    ...(software?.isRecognized === false ? full('Common causes', software.words) : []),
  ];
  return [
    ...(isRepeated ? brief('Fix', 'as above', 'prose') : advice),
    ...brief('curl', curl, 'request'),
    ...brief('Verify with', verify, 'verify'),
  ];
}

/** Returns the evidence of a finding in reading order, without the row of the finding. */
export function findingRows(finding: Finding): ReportRow[] {
  const { expected, received, payload, instances, comparedWith, alsoCorrect = [] } = finding;
  const { exchange, timeline = [] } = finding;
  const row = rowOf(finding);
  // The fields of the finding say what is wrong with its own response, not with the response that it is compared with.
  const compared =
    comparedWith && responseTo(comparedWith.exchange, { ...finding, wrong: 'other responses' });
  return [
    ...brief('Expected', unlessShown(expected, row.expected), 'expected'),
    ...brief('Received', unlessShown(received, row.received), 'received'),
    ...brief('Response', exchange && responseTo(exchange, finding), 'response'),
    ...brief('In the body', { texts: bodyPlaces(finding), most: maxCases }),
    ...full('Compared with', comparedWith?.curl, 'compared'),
    ...full('Its response', compared && `${compared} (${comparedWhen(finding)})`, 'response'),
    ...(payload === undefined ? [] : payloadRows(payload)),
    ...full('Seed', seedWords(finding)),
    ...timeline.flatMap((one, index) =>
      (index < timeline.length - newestResponses ? full : brief)('Timeline', timelineWords(one), 'timeline'),
    ),
    ...full('Occurrences', occurrences(finding)),
    ...full('Cases', { texts: instances, most: maxCases }),
    ...full('Also correct', { texts: placesWords(alsoCorrect), most: maxAlsoCorrect, what: 'case' }),
  ];
}

/** Returns the string, or undefined if the row already shows all of it. */
function unlessShown(text: string, inRow: string): string | undefined {
  return text.endsWith(inRow) ? undefined : text;
}

/** Returns what is invalid in a generated body, the body as found, and its smallest form. */
function payloadRows({ fault, control, found, smallest, tries }: PayloadEvidence): ReportRow[] {
  // Without a search for a smaller body, the body is the generated one.
  const wasShrunk = tries > 0 || found !== smallest;
  const after = tries === 0 ? '' : `; reduced in ${counted(tries, 'try', 'tries')}`;
  return [
    ...full('Payload', `${fault} (valid: ${control})${after}`, 'prose'),
    ...full(wasShrunk ? 'Smallest body' : 'Invalid body', bodyWords(smallest), 'body'),
    ...full('First found', found === smallest ? undefined : bodyWords(found), 'body'),
  ];
}

/** Says how to generate the bodies of the run again, if its seed is not the default. */
function seedWords({ seed }: Finding): string | undefined {
  return seed === undefined ? undefined : `${seed} (--seed ${seed} generates the same bodies)`;
}

/**
 * Lists how often and where a finding occurred: "4 of 59 times: POST /categories returned 201", or "24 of 24 created
 * categories".
 */
function occurrences({ requirement, count, tested, places }: Finding): Listing & { readonly lead: string } {
  const { counts } = traitsOf(requirement);
  const list = { most: maxPlaces, what: 'place' };
  if (counts !== undefined && tested >= count)
    return { ...list, lead: `${number(count)} of ${number(tested)} ${counts}`, texts: [] };
  return { ...list, lead: occurredWords({ count, tested }), texts: placesWords(places, count) };
}

/** Returns where the response shows the fault: "/3/description is null (id 17)". */
function bodyPlaces({ at = [] }: Finding): string[] {
  return at.map(({ pointer, id, value }) => {
    const whose = id === undefined || pointer.endsWith('/id') ? '' : ` (id ${id})`;
    return `${pointer} is ${value}${whose}`;
  });
}

/** Returns "4 of 59 times": the count and, if more than one response was relevant, the total. */
export function occurredWords({ count, tested }: Pick<Finding, 'count' | 'tested'>): string {
  if (tested <= 1 || tested < count) return count === 1 ? 'once' : counted(count, 'time');
  return count === tested ? `every time (${number(count)})` : `${number(count)} of ${number(tested)} times`;
}

function placesWords(places: Finding['places'], total?: number): string[] {
  return places.map(({ place, count }) => (count === 1 || count === total ? place : `${place} (${count})`));
}

/** Returns a response of the timeline in one line: time, status and rate-limit headers. */
export function timelineWords({ atMs, status, limit, remaining, resetIn, retryAfter }: TimelineRow): string {
  return [
    `${(atMs / 1000).toFixed(2)} s`.padStart(8),
    `${status ?? 'no response'}`.padEnd(4),
    remaining === undefined ? 'no valid rate-limit headers' : `${remaining} of ${limit ?? '?'} left`,
    // The time is relative to the response, so that readers need not compute it from Date.
    ...(resetIn === undefined ? [] : [`Reset ${resetIn < 0 ? `${-resetIn} s ago` : `in ${resetIn} s`}`]),
    ...(retryAfter === undefined ? [] : [`Retry-After "${retryAfter}"`]),
  ].join('  ');
}

/**
 * Says whether the compared request was sent before or after the other one, and if before, whether on the same connection.
 */
export function comparedWhen({ exchange, comparedWith }: Finding): string | undefined {
  if (comparedWith === undefined) return undefined;
  const other = comparedWith.exchange;
  if (exchange !== undefined && other.id > exchange.id) return 'sent afterwards';
  return `sent before${mayShareState(other, exchange) ? ' on the same connection' : ''}`;
}

/** Checks whether two requests with different credentials shared a connection, which may be the reason for a finding. */
function mayShareState(one: RecordedExchange, other: RecordedExchange | undefined): boolean {
  const isSame = one.connection !== undefined && one.connection === other?.connection;
  return isSame && one.request.again.credential !== other.request.again.credential;
}

/** Returns the numbers of a run. */
export function runRows(report: Report): ReportRow[] {
  const { kit, requirementsVersion, configuration } = report;
  const versions = `seed ${configuration.seed}, profile ${configuration.profile}, plan ${configuration.plan ?? 'unknown'}, requirements ${requirementsVersion}, kit ${kit.version}`;
  return [
    ...brief('Target', report.target),
    ...(isUntested(report) ? [] : brief('Requirements', scopeLine(report))),
    ...addedWords(report).flatMap((words) => brief('Custom checks', words)),
    ...brief('Requests', requestsWords(report)),
    ...brief('Waited', waited(report)),
    ...leftoverRows(report),
    ...earlierRows(report),
    ...(isUntested(report) ? [] : full('Run', versions)),
  ];
}

/** Checks whether a run ended before it tested anything. If so, only the reason is of interest. */
export function isUntested({ verdict: { outcome, counts } }: Report): boolean {
  const tested = counts.pass + counts.fail + counts.warn + counts.accepted;
  return outcome === 'no verdict' && tested === 0;
}

function requestsWords({ requests: sent, durationMs }: Report): string {
  const extras = [
    `${number(sent.withKey)} with the key`,
    `${number(sent.withoutKey)} without`,
    ...(sent.rateLimited === 0 ? [] : [`${number(sent.rateLimited)} rate-limited (429)`]),
    ...(sent.retried === 0 ? [] : [`${number(sent.retried)} retried`]),
  ];
  return `${number(sent.total)} in ${duration(durationMs / 1_000)}: ${extras.join(', ')}`;
}

function waited({ waits }: Report) {
  const texts = [...grouped(waits, ({ reason }) => reason)].map(
    ([reason, some]) => `${duration(secondsOf(some))} ${reason}`,
  );
  return { most: 3, texts, ...(texts.length > 1 ? { lead: duration(secondsOf(waits)) } : {}) };
}

/** Returns the total duration of waits, in seconds. */
export function secondsOf(waits: readonly Wait[]): number {
  return waits.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Returns what this run left on the target. */
export function leftoverRows({ leftovers }: Report): ReportRow[] {
  if (leftovers.length === 0) return [];
  const wrong = leftovers.filter(({ cause }) => cause !== 'created').length;
  const invalid = wrong === 0 ? '' : `, ${wrong} from invalid requests`;
  const names = leftovers.map(({ name, id = '' }) => printable(name || `id ${id}`, 40));
  const undeletable = leftovers.some(({ by }) => by === undefined) ? ' (the API has no DELETE)' : '';
  return brief('Leftover data', `${leftoverKinds(leftovers)}${invalid}${undeletable}: ${listed(names, 3)}`);
}

/** Counts categories, which the API cannot delete, and what custom checks created. */
export function leftoverKinds(leftovers: Report['leftovers']): string {
  const own = leftovers.filter(({ by }) => by === undefined).length;
  const others = new Set(leftovers.flatMap(({ by = '' }) => (by === '' ? [] : [by])));
  const categories = counted(own, 'category', 'categories');
  const created = `${leftovers.length - own} from ${[...others].join(', ')}`;
  return [own > 0 || leftovers.length === 0 ? categories : '', others.size > 0 ? created : '']
    .filter((one) => one !== '')
    .join(' and ');
}

/** Returns what earlier runs left on the target, which an operator may want to remove. */
export function earlierRows(report: Report): ReportRow[] {
  const { earlierLeftovers: left } = report;
  if (left === undefined) return [];
  const kinds = counted(left.count, 'category', 'categories');
  const ids = `${left.ids.length === 1 ? 'id' : 'ids'} ${listed(left.ids, 10)}`;
  const all = report.leftovers.length + left.count;
  return brief(
    'Earlier runs',
    `left ${kinds} (${ids}), which were not judged; with those of this run, there are at least ${all}`,
  );
}

/** Returns the requirements that have no result, or only a result in part, grouped by reason. */
export function notTestedRows({ requirements }: Report): ReportRow[] {
  const withVerdict = (wanted: RequirementResult['verdict']) =>
    requirements.filter(({ verdict }) => verdict === wanted);
  const passedInPart = withVerdict('pass').filter(({ reason }) => reason !== undefined);
  const rowsOf = (some: readonly RequirementResult[], label: string, row = brief) =>
    groupedByReason(some.filter(({ level }) => level === 'required')).flatMap(([text, ids]) =>
      row(label, reasonWords(ids, text)),
    );
  return [
    ...rowsOf(withVerdict('not tested'), 'Not tested'),
    ...rowsOf(passedInPart, 'Tested in part'),
    ...rowsOf(withVerdict('not selected'), 'Not selected', full),
  ];
}

/** Returns who accepted the findings of a violation and until when, even if the acceptance has expired. */
export function notesOf({ findings }: Pick<Violation, 'findings'>): string[] {
  const notes = findings.flatMap(({ accepted, expired }) => {
    if (accepted !== undefined) return `accepted ${accepted}`;
    return expired === undefined ? [] : `was accepted ${expired}`;
  });
  return [...new Set(notes)];
}

function reasonWords(ids: readonly string[], why: string): string {
  return `${listed(ids, 12)} (${why})`;
}

/** Returns how the target behaves where the specification leaves the behavior open. */
export function observedRows({ observations }: Report): ReportRow[] {
  return [...grouped(observations, ({ requirement }) => requirement)].flatMap(([id, all]) =>
    full(id, { texts: all.map(({ text }) => text), most: all.length }),
  );
}
