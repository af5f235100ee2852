import { weighJson } from '../json/weigh.ts';
import { definedOnly } from '../text/defined-only.ts';
import { printableJsonText } from '../text/shown.ts';
import { type Finding, type RecordedExchange, type Report, reportBounds } from './model/report.ts';

// Writes report.json, and keeps it within the bounds that the kit can read again.

/** Longer arrays are written one element at a time. */
const manyElements = 50;
const indentation = '  ';

/** Renders report.json, from which all other reports can be made. */
export function render(report: Report): string {
  return [...pieces(report)].join('');
}

/**
 * Renders report.json in pieces: ten thousand exchanges would be too large for one string. `complete` is always last.
 * When printed, the output cannot move a cursor or give a build server a command.
 */
export function* pieces({ complete, ...rest }: Report): Generator<string> {
  const { exchanges, ...others } = rest;
  yield* membersOf({ ...rest, complete }, '', (name, member, indent) =>
    name === 'exchanges' && exchanges !== undefined
      ? firstThatFit(exchanges, { ...others, complete }, indent)
      : piecesOf(member, indent),
  );
  yield '\n';
}

function* piecesOf(value: unknown, indent: string): Generator<string> {
  if (!isLong(value)) yield textOf(value, indent);
  else if (Array.isArray(value)) yield* elementsOf(value, indent, () => true);
  else yield* membersOf(value, indent, (_, member, inner) => piecesOf(member, inner));
}

function* membersOf(
  object: object,
  indent: string,
  write: (name: string, member: unknown, indent: string) => Generator<string>,
): Generator<string> {
  const inner = indent + indentation;
  const members = Object.entries(object).filter(([, member]) => member !== undefined);
  yield '{';
  for (const [index, [name, member]] of members.entries()) {
    yield `${index === 0 ? '' : ','}\n${inner}${textOf(name, inner)}: `;
    yield* write(name, member, inner);
  }
  yield `\n${indent}}`;
}

/** Writes a list up to the first element that does not fit; returns the number of elements written. */
function* elementsOf(
  list: readonly unknown[],
  indent: string,
  fits: (written: string) => boolean,
): Generator<string, number> {
  const inner = indent + indentation;
  let count = 0;
  yield '[';
  for (const element of list) {
    const written = `${count === 0 ? '' : ','}\n${inner}${textOf(element, inner)}`;
    if (!fits(written)) break;
    yield written;
    count++;
  }
  yield count === 0 ? ']' : `\n${indent}]`;
  return count;
}

/** Checks whether a value is a long array, or an object with one up to two levels below. */
function isLong(value: unknown, levels = 2): value is object {
  if (Array.isArray(value)) return value.length > manyElements;
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  return Object.values(value).some((member) => isLong(member, levels - 1));
}

/** Every line break in formatted JSON belongs to the layout, so each can be indented. */
function textOf(value: unknown, indent: string): string {
  return printableJsonText(JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`));
}

type Exchanges = NonNullable<Report['exchanges']>;

/** Space for the counts around the list of exchanges, in bytes. */
const roomForCounts = 200;

/** Writes the first exchanges that fit into report.json with the rest of it; other reports contain all exchanges. */
function* firstThatFit(
  { recorded, leftOut }: Exchanges,
  others: Omit<Report, 'exchanges'>,
  indent: string,
): Generator<string> {
  let { bytes, values } = reportBounds;
  const fits = (json: string) => {
    const taken = Buffer.from(json);
    bytes -= taken.length;
    values -= weighJson(taken).values;
    return bytes >= 0 && values >= 0;
  };
  fits(`${[...piecesOf(others, '')].join('')}\n`);
  bytes -= roomForCounts;
  values -= roomForCounts;
  const inner = indent + indentation;
  yield `{\n${inner}"recorded": `;
  const count = yield* elementsOf(recorded, inner, fits);
  yield `,\n${inner}"leftOut": ${leftOut + recorded.length - count}\n${indent}}`;
}

/** Bytes for findings with all their evidence, and for all findings including shortened ones. */
const forFindings = 6_000_000;
const forShortFindings = 8_000_000;
/** Bytes for each of the other lists. */
const forList = 1_200_000;
/** A larger element is left out, so that others fit, in bytes. */
const maxElementLength = 60_000;
/** The longest reason of a requirement, in characters. */
const maxReasonLength = 2_000;
/** A larger request is left out of a shortened finding, in bytes. */
const maxRequestLength = 10_000;

/** Lists whose length depends on the target. */
const growing = ['leftovers', 'waits', 'observations', 'kitFaults', 'checkFaults'] as const;

/**
 * Shortens a report to what the kit can read again, and adds what was left out to the verdict. Each requirement keeps its
 * first finding before any keeps a second.
 */
export function boundReport(given: Report): Report {
  const requirements = given.requirements.map((result) =>
    result.reason === undefined || result.reason.length <= maxReasonLength
      ? result
      : { ...result, reason: `${result.reason.slice(0, maxReasonLength)}…` },
  );
  const report = { ...given, requirements, verdict: boundVerdict(given.verdict) };
  const findings = boundFindings(report.findings);
  const lists = growing.flatMap((name) => boundList(name, report[name] ?? []));
  const cut = [...findings.cut, ...lists.map(({ words }) => words)];
  if (cut.length === 0) return report;
  const sentence = `${report.verdict.sentence} To limit its size, this report omits ${cut.join(', ')}.`;
  return {
    ...report,
    ...Object.fromEntries(lists.map(({ name, kept }) => [name, kept])),
    verdict: { ...report.verdict, sentence },
    findings: findings.kept,
  };
}

/** Shortens the reasons in a verdict and its sentence, which quotes them. */
function boundVerdict({ sentence, scope, ...rest }: Report['verdict']): Report['verdict'] {
  const short = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most)}…`);
  const notTested = scope.notTested.map((group) => ({
    ...group,
    reason: short(group.reason, maxReasonLength),
  }));
  return { ...rest, sentence: short(sentence, 2 * maxReasonLength), scope: { ...scope, notTested } };
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
      ...(shortened === 0 ? [] : [`the responses of ${shortened} findings`]),
    ],
  };
}

/** Reduces the evidence of a finding to its request. */
function shortOf(finding: Finding): Finding {
  const { exchange, curl, comparedWith: _, listed: __, timeline: ___, payload: ____, ...rest } = finding;
  const again = definedOnly({ exchange: exchange && withoutResponse(exchange), curl });
  return sizeOf(again) <= maxRequestLength ? { ...rest, ...again } : rest;
}

function withoutResponse({ response, ...exchange }: RecordedExchange): RecordedExchange {
  if (response === undefined) return exchange;
  return { ...exchange, response: { status: response.status, reason: '', headers: [], body: '', cut: true } };
}

/** Returns the elements of a list that fit, unless all do. */
function boundList(name: (typeof growing)[number], list: readonly unknown[]) {
  let size = 0;
  const kept = list.slice(0, reportBounds.listed).filter((one) => {
    const taken = sizeOf(one);
    if (taken > maxElementLength || size + taken > forList) return false;
    size += taken;
    return true;
  });
  const missing = list.length - kept.length;
  return missing === 0 ? [] : [{ name, kept, words: `${missing} of ${list.length} in "${name}"` }];
}

/**
 * Returns an upper bound of the size of a value in report.json, in bytes. Serializing the largest findings that a target
 * can cause would take half a minute.
 */
function sizeOf(value: unknown): number {
  // Quotes or brackets, and the indent.
  let size = 40;
  if (typeof value === 'string') {
    size += value.length;
    for (let at = 0; at < value.length; at++) {
      const code = value.charCodeAt(at);
      // Control and non-ASCII characters, quotes, backslashes and `#` may be escaped.
      if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x23 || code === 0x5c) size += 5;
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value))
      size += sizeOf(one) + (Array.isArray(value) ? 0 : name.length);
  }
  return size;
}
