import { weighJson } from '../json/weigh.ts';
import { definedOnly } from '../text/defined-only.ts';
import { printableJsonText } from '../text/shown.ts';
import { type Finding, type RecordedExchange, type Report, reportBounds } from './model/report.ts';

/** Arrays of more elements than this are written one element at a time. */
const manyElements = 50;
const indentation = '  ';

/** The report itself, which all other reports can be made from. */
export function render(report: Report): string {
  return [...pieces(report)].join('');
}

/**
 * The text of report.json, indented, in pieces: a report may hold ten thousand exchanges, of which the whole text need
 * never be in memory. `complete` stands last, whatever the order of the report's own properties: a file that was cut
 * short is no JSON, and one that is JSON says whether the run came to its end. Printed, it can neither move a cursor
 * nor give a command to a build server.
 */
export function* pieces({ complete, ...rest }: Report): Generator<string> {
  const exchanges = rest.exchanges && readable(rest.exchanges, { ...rest, complete });
  yield* piecesOf({ ...rest, ...definedOnly({ exchanges }), complete }, '');
  yield '\n';
}

type Exchanges = NonNullable<Report['exchanges']>;

/** Levels of the layout above an exchange, and what stands around the list of them. */
const depthOfExchanges = 3;
const roomForCounts = 200;

/** Of the exchanges the first that a reader of the report has room for; other reports hold all of them. */
function readable({ kept, leftOut }: Exchanges, { exchanges: _, ...others }: Report): Exchanges {
  const around = roomOf(`${[...piecesOf(others, '')].join('')}\n`);
  let { bytes, values } = reportBounds;
  bytes -= around.bytes + roomForCounts;
  values -= around.values + roomForCounts;
  // An element stands with its comma, its line break and the blanks before it.
  const indent = indentation.repeat(depthOfExchanges);
  const tooMany = kept.findIndex((one) => {
    const taken = roomOf(`,\n${indent}${textOf(one, indent)}`);
    bytes -= taken.bytes;
    values -= taken.values;
    return bytes < 0 || values < 0;
  });
  if (tooMany < 0) return { kept, leftOut };
  return { kept: kept.slice(0, tooMany), leftOut: leftOut + kept.length - tooMany };
}

function roomOf(text: string): { readonly bytes: number; readonly values: number } {
  const bytes = Buffer.from(text);
  return { bytes: bytes.length, values: weighJson(bytes).values };
}

function* piecesOf(value: unknown, indent: string): Generator<string> {
  const inner = indent + indentation;
  if (!holdsMany(value)) {
    yield textOf(value, indent);
  } else if (Array.isArray(value)) {
    yield '[';
    for (const [index, element] of value.entries())
      yield `${index === 0 ? '' : ','}\n${inner}${textOf(element, inner)}`;
    yield `\n${indent}]`;
  } else {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    yield '{';
    for (const [index, [name, member]] of members.entries()) {
      yield `${index === 0 ? '' : ','}\n${inner}${textOf(name, inner)}: `;
      yield* piecesOf(member, inner);
    }
    yield `\n${indent}}`;
  }
}

/** Whether a value is a long array, or an object that has one a level or two below. */
function holdsMany(value: unknown, levels = 2): value is object {
  if (Array.isArray(value)) return value.length > manyElements;
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  return Object.values(value).some((member) => holdsMany(member, levels - 1));
}

/** No text of JSON holds a line break of its own: each is one of the layout. */
function textOf(value: unknown, indent: string): string {
  return printableJsonText(JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`));
}

/** Of the bytes of a report: so many for findings with all that shows them, and a few more for those without. */
const forFindings = 6_000_000;
const forShortFindings = 8_000_000;
/** For each other list. */
const forList = 1_200_000;
/** No element takes the room of all others. */
const mostOfElement = 60_000;
/** Of what is said of one requirement, in characters. */
const mostOfReason = 2_000;
/** A request of more is left out of a finding that is shortened. */
const mostOfRequest = 10_000;

/** Lists that grow with what a target does. */
const growing = ['residue', 'waits', 'observations', 'kitFaults', 'checkFaults'] as const;

/**
 * Keeps a report within what the kit reads again, whatever a target made of it, and says in the sentence of the verdict
 * what was left out. Each requirement keeps the first of its findings before any keeps a second one.
 */
export function boundReport(given: Report): Report {
  const requirements = given.requirements.map((row) =>
    row.reason === undefined || row.reason.length <= mostOfReason
      ? row
      : { ...row, reason: `${row.reason.slice(0, mostOfReason)}…` },
  );
  const report = { ...given, requirements };
  const findings = boundFindings(report.findings);
  const lists = growing.flatMap((name) => boundList(name, report[name] ?? []));
  const cut = [...findings.cut, ...lists.map(({ words }) => words)];
  if (cut.length === 0) return report;
  const sentence = `${report.verdict.sentence} To stay readable, this report leaves out ${cut.join(', ')}.`;
  return {
    ...report,
    ...Object.fromEntries(lists.map(({ name, kept }) => [name, kept])),
    verdict: { ...report.verdict, sentence },
    findings: findings.kept,
  };
}

function boundFindings(findings: readonly Finding[]): { readonly kept: Finding[]; readonly cut: string[] } {
  const places = new Map<string, number>();
  const inTurn = findings
    .map((finding) => {
      const place = places.get(finding.requirement) ?? 0;
      places.set(finding.requirement, place + 1);
      return { finding, place };
    })
    .sort((a, b) => a.place - b.place)
    .slice(0, reportBounds.findings);
  const kept = new Map<Finding, Finding>();
  let size = 0;
  let shortened = 0;
  for (const { finding } of inTurn) {
    const whole = sizeOf(finding);
    const short = size + whole <= forFindings ? undefined : shortOf(finding);
    const taken = short === undefined ? whole : sizeOf(short);
    if (size + taken > forShortFindings) continue;
    size += taken;
    if (short !== undefined) shortened++;
    kept.set(finding, short ?? finding);
  }
  const missing = findings.length - kept.size;
  return {
    kept: findings.flatMap((finding) => kept.get(finding) ?? []),
    cut: [
      ...(missing === 0 ? [] : [`${missing} of ${findings.length} findings`]),
      ...(shortened === 0 ? [] : [`what was answered in ${shortened} findings`]),
    ],
  };
}

/** A finding that can be sent again, without what was answered. */
function shortOf(finding: Finding): Finding {
  const { exchange, curl, ...rest } = finding;
  const kept = Object.fromEntries(Object.entries(rest).filter(([name]) => !evidence.has(name)));
  const request = exchange === undefined ? [] : [['exchange', withoutAnswer(exchange)] as const];
  const again = Object.fromEntries(curl === undefined ? request : [...request, ['curl', curl] as const]);
  return { ...kept, ...(sizeOf(again) <= mostOfRequest ? again : {}) } as Finding;
}

/** Fields of a finding that it can do without. */
const evidence: ReadonlySet<string> = new Set(['comparedWith', 'listed', 'timeline', 'payload']);

function withoutAnswer({ response, ...exchange }: RecordedExchange): RecordedExchange {
  if (response === undefined) return exchange;
  return { ...exchange, response: { status: response.status, reason: '', headers: [], body: '', cut: true } };
}

/** As many elements of a list as there is room for, where that is not all of them. */
function boundList(name: (typeof growing)[number], list: readonly unknown[]) {
  let size = 0;
  const kept = list.slice(0, reportBounds.listed).filter((one) => {
    const taken = sizeOf(one);
    if (taken > mostOfElement || size + taken > forList) return false;
    size += taken;
    return true;
  });
  const missing = list.length - kept.length;
  return missing === 0 ? [] : [{ name, kept, words: `${missing} of ${list.length} in "${name}"` }];
}

/** What a value, its brackets and its line take at least, in bytes. */
const perValue = 40;

/** The most that a value takes in report.json, in bytes: what is not plain ASCII is escaped there. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return perValue + writtenLength(value);
  if (typeof value !== 'object' || value === null) return perValue;
  return Object.entries(value).reduce(
    (sum, [name, one]) => sum + sizeOf(one) + (Array.isArray(value) ? 0 : name.length),
    perValue,
  );
}

function writtenLength(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // A blank and letters stand as they are; quotes, backslashes and `#` may be escaped.
    if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x23 || code === 0x5c) length += 5;
  }
  return length;
}
