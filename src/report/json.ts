import { weighJson } from '../json/weigh.ts';
import { definedOnly } from '../text/defined-only.ts';
import { printableJsonText } from '../text/shown.ts';
import { type Finding, type RecordedExchange, type Report, reportBounds } from './model/report.ts';

// report.json: its text, and what keeps it within what the kit reads again, whatever a target does.

/** Arrays of more elements than this are written one element at a time. */
const manyElements = 50;
const indentation = '  ';

/** Renders the report itself, which all other reports can be made from. */
export function render(report: Report): string {
  return [...pieces(report)].join('');
}

/**
 * Renders report.json in pieces, so that ten thousand exchanges are never in memory as one text. `complete` is always last:
 * a file that was cut short is not JSON. Printed, the text cannot move a cursor or give a command to a build server.
 */
export function* pieces({ complete, ...rest }: Report): Generator<string> {
  const exchanges = rest.exchanges && firstThatFit(rest.exchanges, { ...rest, complete });
  yield* piecesOf({ ...rest, ...definedOnly({ exchanges }), complete }, '');
  yield '\n';
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

/** Checks whether a value is a long array, or an object that has one a level or two below. */
function holdsMany(value: unknown, levels = 2): value is object {
  if (Array.isArray(value)) return value.length > manyElements;
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  return Object.values(value).some((member) => holdsMany(member, levels - 1));
}

/** Every line break in the text of JSON is one of the layout, so each can be indented. */
function textOf(value: unknown, indent: string): string {
  return printableJsonText(JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`));
}

type Exchanges = NonNullable<Report['exchanges']>;

/** Room for the counts around the list of exchanges, in bytes. */
const roomForCounts = 200;

/** Returns the first exchanges for which report.json has room; other reports hold all of them. */
function firstThatFit({ recorded, leftOut }: Exchanges, { exchanges: _, ...others }: Report): Exchanges {
  let { bytes, values } = reportBounds;
  const hasRoomAfter = (text: string) => {
    const taken = Buffer.from(text);
    bytes -= taken.length;
    values -= weighJson(taken).values;
    return bytes >= 0 && values >= 0;
  };
  hasRoomAfter(`${[...piecesOf(others, '')].join('')}\n`);
  bytes -= roomForCounts;
  values -= roomForCounts;
  // An element has its comma, its line break and the indent of the third level.
  const indent = indentation.repeat(3);
  const first = recorded.findIndex((one) => !hasRoomAfter(`,\n${indent}${textOf(one, indent)}`));
  if (first < 0) return { recorded, leftOut };
  return { recorded: recorded.slice(0, first), leftOut: leftOut + recorded.length - first };
}

/** Bytes for findings with all their evidence, and a few more for those without. */
const forFindings = 6_000_000;
const forShortFindings = 8_000_000;
/** Bytes for each other list. */
const forList = 1_200_000;
/** No element takes the room of all others. */
const mostOfElement = 60_000;
/** The longest reason of a requirement, in characters. */
const mostOfReason = 2_000;
/** A larger request is left out of a finding that is shortened, in bytes. */
const mostOfRequest = 10_000;

/** Lists that grow with what a target does. */
const growing = ['leftovers', 'waits', 'observations', 'kitFaults', 'checkFaults'] as const;

/**
 * Keeps a report within what the kit reads again, and adds to the sentence of the verdict what it leaves out. Each
 * requirement keeps its first finding before any keeps a second one.
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

/** Shortens a finding to what it takes to send its request again. */
function shortOf(finding: Finding): Finding {
  const { exchange, curl, comparedWith: _, listed: __, timeline: ___, payload: ____, ...rest } = finding;
  const again = definedOnly({ exchange: exchange && withoutResponse(exchange), curl });
  return sizeOf(again) <= mostOfRequest ? { ...rest, ...again } : rest;
}

function withoutResponse({ response, ...exchange }: RecordedExchange): RecordedExchange {
  if (response === undefined) return exchange;
  return { ...exchange, response: { status: response.status, reason: '', headers: [], body: '', cut: true } };
}

/** Returns the elements of a list for which there is room, where that is not all of them. */
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

/**
 * Returns the most bytes that a value takes in report.json. Writing it to count them would take half a minute for the
 * largest findings that a target can cause.
 */
function sizeOf(value: unknown): number {
  // Its quotes or brackets, and its line.
  let size = 40;
  if (typeof value === 'string') {
    size += value.length;
    for (let at = 0; at < value.length; at++) {
      const code = value.charCodeAt(at);
      // All but blanks and plain ASCII may be escaped, as may quotes, backslashes and `#`.
      if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x23 || code === 0x5c) size += 5;
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value))
      size += sizeOf(one) + (Array.isArray(value) ? 0 : name.length);
  }
  return size;
}
