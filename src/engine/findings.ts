import { type Exchange, statusOf } from '../exchange/exchange.ts';
import { curlOf } from '../report/commands.ts';
import type { Finding, TimelineRow } from '../report/model/report.ts';
import { type Recorder, recordBody, recordExchange } from '../report/record/record.ts';
import type { Redactor } from '../report/record/redact.ts';
import type { Advice, Requirement } from '../spec/requirement.ts';
import type { Catalogue } from './catalogue.ts';
import type { Cause, Tally } from './tally.ts';

/** What findings are written down with. */
export interface FindingParts {
  readonly catalogue: Catalogue;
  readonly recorder: Recorder;
  /** The answers that lead up to one, as the limiter showed itself in them. */
  readonly timelineUpTo: (exchange: Exchange) => readonly TimelineRow[];
  /** How many requests the search for a smaller body took, for a requirement and a cause. */
  readonly tries: (requirement: string, cause: string) => number;
}

/** As much of the rows of a list is kept as evidence, in characters. */
const mostOfListed = 2_000;
/** And so much of what was expected and received: who adds a check may quote a body. */
const mostOfText = 4_000;

/** The findings of one row, one for each cause, with nothing secret in them. */
export function findingsOf(id: string, { causes, kept, exercised }: Tally, parts: FindingParts): Finding[] {
  const requirement = parts.catalogue.requirements.find((row) => row.id === id);
  if (requirement === undefined) return [];
  const all = [...causes.values()];
  // A case that failed once has to be mended, however often it was right.
  const right = new Map([...kept].filter(([place]) => !all.some(({ instances }) => instances.has(place))));
  return all.map((cause) => ({
    ...findingOf(requirement, cause, parts),
    exercised,
    ...(right.size === 0 ? {} : { kept: countsOf(right) }),
  }));
}

function findingOf(
  requirement: Requirement,
  cause: Cause,
  { recorder, tries, timelineUpTo, catalogue }: FindingParts,
): Finding {
  const { id, level, title, source, sentence, traits } = requirement;
  const { mismatch, exchange, firstFound, count, instances, places } = cause;
  const { comparedWith, listed } = mismatch;
  const { redact } = recorder;
  // Half a key is not recognized: these are redacted before they are cut.
  const told = (text: string) => redact(text).slice(0, mostOfText);
  return {
    requirement: id,
    level,
    title,
    source,
    ...sectionField(id, catalogue),
    ...(sentence === undefined ? {} : { sentence }),
    signature: told(`${id}: ${mismatch.cause}`),
    expected: told(mismatch.expected),
    received: told(mismatch.received),
    count,
    instances: [...instances],
    places: countsOf(places),
    ...(exchange === undefined ? {} : evidenceOf(exchange, recorder)),
    ...(comparedWith === undefined ? {} : { comparedWith: evidenceOf(comparedWith, recorder) }),
    ...(listed === undefined ? {} : { listed: redact(listed).slice(0, mostOfListed) }),
    ...(exchange !== undefined && traits?.timeline
      ? { timeline: timelineUpTo(exchange).map((row) => shortRow(row, redact)) }
      : {}),
    ...payloadOf(exchange, firstFound, id, tries(id, mismatch.cause), redact),
    ...(mismatch.advice ?? adviceFor(requirement, exchange, mismatch.outcome)),
  };
}

function countsOf(places: ReadonlyMap<string, number>): Finding['places'] {
  return [...places].map(([place, count]) => ({ place, count }));
}

function evidenceOf(exchange: Exchange, recorder: Recorder): NonNullable<Finding['comparedWith']> {
  return { exchange: recordExchange(exchange, recorder), curl: curlOf(exchange.request, recorder) };
}

/** A row with what the target wrote in it shortened for people. */
export function shortRow(row: TimelineRow, redact: Redactor): TimelineRow {
  return row.retryAfter === undefined
    ? row
    : { ...row, retryAfter: redact.inPlaces(row.retryAfter).slice(0, 60) };
}

/** The drawn payload that shows a finding, as first found and at its smallest. */
function payloadOf(
  smallest: Exchange | undefined,
  firstFound: Exchange | undefined,
  id: string,
  tries: number,
  redact: Redactor,
): Pick<Finding, 'payload'> {
  const drawn = smallest?.request.drawn;
  if (smallest === undefined || drawn === undefined) return {};
  const { faultClass, seed, path } = drawn;
  const { id: name, fault, twin, accepted } = faultClass;
  return {
    payload: {
      class: name,
      ...{ fault, twin, accepted, seed, path, tries },
      found: recordBody((firstFound ?? smallest).request, redact),
      smallest: recordBody(smallest.request, redact),
      replay: `npx petstore-conformance replay report.json --finding ${id}`,
    },
  };
}

/** The section of a row that the user added, as a field of what the report says of it. */
export function sectionField(id: string, { sectionOf }: Catalogue): { readonly section?: string } {
  const section = sectionOf(id);
  return section === undefined ? {} : { section };
}

/** What a finding means and how to mend it: it depends on whether its request was served, refused, or failed. */
export function adviceFor(
  requirement: Requirement,
  exchange: Exchange | undefined,
  outcome?: 'failed',
): Advice {
  const { means, mend, outcomes: { refused, redirected = refused, failed = refused } = {} } = requirement;
  const served = { means, mend };
  if (exchange === undefined) return served;
  const status = statusOf(exchange) ?? 500;
  if (status >= 500 || outcome === 'failed') return failed ?? served;
  if (status >= 400) return refused ?? served;
  return (status >= 300 ? redirected : undefined) ?? served;
}
