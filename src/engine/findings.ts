import { usualSeed } from '../config/options.ts';
import type { Settings } from '../config/settings.ts';
import { digestOf } from '../exchange/body-digest.ts';
import { type Exchange, statusOf } from '../exchange/exchange.ts';
import type { Mismatch } from '../exchange/finding.ts';
import { causeOf, placeOf } from '../exchange/response.ts';
import type { Readings } from '../readings/readings.ts';
import { isAccepted } from '../report/accepted.ts';
import { curlOf } from '../report/commands.ts';
import type { Finding } from '../report/model/report.ts';
import { type Focus, type Recorder, recordBody, recordExchange } from '../report/record/record.ts';
import { isOfProof, plainListsFor } from '../spec/catalog.ts';
import { type Advice, type Evidence, type Requirement, type RowWords, text } from '../spec/requirement.ts';
import { definedOnly } from '../text/defined-only.ts';
import { dayOf } from '../text/layout.ts';
import type { Catalogue } from './select.ts';
import { type Cause, type Forms, type ShownOccurrence, simplerOf, type Tally } from './tally.ts';

/** What findings are built from. */
export interface FindingParts {
  readonly catalogue: Catalogue;
  readonly recorder: Recorder;
  readonly readings: Pick<Readings, 'timeline'>;
  readonly settings: Pick<Settings, 'seed' | 'accepted'>;
  readonly startedAt: Date;
  /** How many requests the search for a smaller body took, by the signature of the finding. */
  readonly tries: ReadonlyMap<string, number>;
}

/** The maximum length of a signature, in characters. It is limited because a custom check may quote a body. */
const maxSignatureLength = 4_000;

/** Builds the findings of a requirement, one for each cause. */
export function findingsOf(
  requirement: Requirement,
  { causes, alsoCorrect, tested, forms }: Tally,
  parts: FindingParts,
): Finding[] {
  const all = [...causes.values()];
  // A case that failed once must be fixed, even if it also passed.
  const right = new Map(
    [...alsoCorrect].filter(([place]) => !all.some(({ instances }) => instances.has(place))),
  );
  return all.map((cause) => {
    const shownBy = shownByOf(requirement, cause, { causes, forms });
    const one = { ...cause, shown: shownOf(requirement, cause, shownBy, parts) };
    const finding = {
      ...findingOf(requirement, one, parts, right),
      tested,
      ...definedOnly({ shownBy }),
    };
    const unread = unreadBodyAdvice(one);
    if (right.size === 0) return { ...finding, ...unread };
    const advice = unread ?? narrowFixOf(requirement, one);
    return { ...finding, alsoCorrect: countsOf(right), ...advice };
  });
}

/**
 * Returns the occurrence to show. If a cause is accepted only on some operations, the occurrence is on another operation.
 */
function shownOf(
  { id }: Requirement,
  { shown, operations }: Cause,
  shownBy: Finding['shownBy'] = [],
  { recorder, settings: { accepted = [] }, startedAt }: FindingParts,
): ShownOccurrence {
  const today = dayOf(startedAt);
  const failure = { requirement: id, cause: causeIn(shown.mismatch, recorder) };
  const open = shownBy.filter((one) => !isAccepted({ ...failure, shownBy: [one] }, accepted, today));
  if (open.length === shownBy.length) return shown;
  const [first, ...others] = open.flatMap(({ operation }) => operations.get(operation)?.shown ?? []);
  return first === undefined ? shown : others.reduce(simplerOf, first);
}

/** Returns the cause of a finding. The cause is redacted here already, because accepted failures are compared with it. */
export function causeIn({ cause }: Mismatch, { redact }: Recorder): string {
  return redact(cause).slice(0, maxSignatureLength);
}

function findingOf(
  requirement: Requirement,
  { shown: { mismatch, exchange, firstFound }, count, instances, places }: Cause,
  { recorder, tries, readings, catalogue, settings: { seed } }: FindingParts,
  right: ReadonlyMap<string, number>,
): Omit<Finding, 'tested' | 'shownBy'> {
  const { id, level, title, source, sentence, traits } = requirement;
  // If the request was sent for another requirement, the previous request on its connection may explain the fault.
  const before = exchange?.sentFor === id ? undefined : exchange?.follows;
  const { comparedWith = before, listed, at, near } = mismatch;
  const signature = `${id}: ${mismatch.cause}`;
  const wrong = wrongIn(requirement, mismatch, exchange);
  const member = typeof wrong === 'object' && 'member' in wrong ? wrong.member : undefined;
  const evidenceOf = (one: Exchange, focus: Focus) => ({
    exchange: recordExchange(one, recorder, focus),
    curl: curlOf(one.request, recorder),
  });
  const isSeeded = exchange?.request.generated !== undefined || (exchange && traits?.seeded) === true;
  return {
    requirement: id,
    level,
    title,
    source,
    ...definedOnly({ section: catalogue.sectionOf(id), sentence }),
    cause: causeIn(mismatch, recorder),
    signature: recorder.redact(signature).slice(0, maxSignatureLength),
    wrong,
    expected: mismatch.expected,
    received: mismatch.received,
    ...wordsOf(mismatch),
    count,
    instances: [...instances],
    places: countsOf(places),
    ...sentForOf(requirement, [firstFound, exchange, comparedWith], catalogue),
    ...(exchange && evidenceOf(exchange, definedOnly({ at, near, listed, member }))),
    ...definedOnly({
      at,
      comparedWith: comparedWith && evidenceOf(comparedWith, definedOnly({ listed })),
      listed,
      timeline: exchange && traits?.timeline ? readings.timeline.upTo(exchange) : undefined,
      seed: isSeeded && seed !== usualSeed ? seed : undefined,
      bodies: bodiesOf(requirement, [firstFound, exchange], recorder.runMark, right),
      payload: exchange && payloadOf(exchange, firstFound, id, tries.get(signature) ?? 0, recorder),
    }),
    ...(mismatch.advice ?? adviceFor(requirement, exchange, mismatch.outcome)),
  };
}

/** Returns the words that a rule gave for the row of a finding. */
function wordsOf({ subject, form, context, where, relation }: Mismatch): RowWords {
  return definedOnly({ subject, form, context, where, relation });
}

/**
 * Returns the operations that show a cause, sorted by name, each with the forms of the requests that failed and of those that
 * passed. For a requirement about invalid bodies, a form is a kind of body; for all other requirements, it is a credential.
 * Returns undefined if no response shows the cause.
 */
export function shownByOf(
  { traits }: Pick<Requirement, 'traits'>,
  { operations }: Pick<Cause, 'operations'>,
  { causes, forms }: Pick<Tally, 'causes' | 'forms'>,
): Finding['shownBy'] {
  const formsOf = (some: Forms | undefined) => [
    ...((traits?.invalidBodies === true ? some?.kinds : some?.credentials) ?? []),
  ];
  const shown = [...operations].map(([operation, one]) => {
    const { credential, status } = one;
    const failed = new Set(
      [...causes.values()].flatMap(({ operations: some }) => formsOf(some.get(operation))),
    );
    const right = formsOf(forms.get(operation)).filter((form) => !failed.has(form));
    return {
      operation,
      credential,
      ...definedOnly({ status }),
      forms: formsOf(one).sort(),
      ...(right.length === 0 ? {} : { rightForms: right.sort() }),
    };
  });
  return shown.length === 0 ? undefined : shown.sort((a, b) => (a.operation < b.operation ? -1 : 1));
}

/**
 * Returns the requirements whose requests show a finding, except the finding's own requirement and those that `--only` adds
 * anyway.
 */
function sentForOf(
  { id, traits }: Requirement,
  exchanges: readonly (Exchange | undefined)[],
  { requirements }: Catalogue,
): Pick<Finding, 'sentFor'> {
  const added = [id, ...(traits?.fedBy ?? []), ...(isOfProof(id) ? [plainListsFor.proof] : [])];
  // The first request is left out, because every run sends it.
  const shown = exchanges.flatMap((one) => (one && one.id > 1 ? [one.sentFor] : []));
  const others = requirements.filter((one) => !added.includes(one.id) && shown.includes(one.id));
  return others.length === 0 ? {} : { sentFor: others.map((one) => one.id) };
}

/** Returns which part of the response is wrong. */
function wrongIn(
  { traits: { evidence, status: correct } = {} }: Requirement,
  { cause, member, at }: Mismatch,
  exchange: Exchange | undefined,
): Evidence {
  if (exchange === undefined) return evidence ?? 'body';
  const status = statusOf(exchange);
  if (status === undefined || cause === causeOf(exchange)) return 'status';
  if (evidence !== undefined) return evidence;
  if (correct !== undefined && status !== correct) return 'status';
  const [field] =
    member === undefined ? (at ?? []).map(({ pointer }) => pointer.split('/').at(-1)) : [member];
  return field !== undefined && /^[A-Za-z]+$/.test(field) ? { member: field } : 'body';
}

/**
 * Returns advice if every occurrence may come from an unread body on the connection. If only some do, the cause is something
 * else.
 */
function unreadBodyAdvice({ shown: { exchange }, count, afterUnread }: Cause): Advice | undefined {
  const before = exchange?.follows && statusOf(exchange.follows);
  if (before === undefined || afterUnread < count) return undefined;
  return {
    impact: text`A client that keeps its connection open gets an error for the next request, although that request is
      valid. Behind a proxy, the next request may come from another client (request smuggling).`,
    fix: `The request before this one on its connection returned ${before}, and the server probably did not read the body of that request, so it treated the body as the beginning of this request. Read the whole body before you respond, or close the connection after the response.`,
  };
}

/**
 * Returns a narrower fix for a finding that also has correct responses elsewhere. Returns undefined if no narrower fix
 * matches what the wrong responses have in common.
 */
function narrowFixOf(
  { narrowFixes = [] }: Requirement,
  { statuses, operations, shown: { mismatch } }: Cause,
) {
  if (mismatch.advice !== undefined) return undefined;
  const found = narrowFixes.find(({ statuses: only, oneOperation }) => {
    const fits = only === undefined || [...statuses].every((status = 0) => only.includes(status));
    return fits && (oneOperation !== true || operations.size === 1);
  });
  return found && { fix: found.fix };
}

/**
 * Identifies the bodies that showed a finding, if its requirement is about bodies or if there were also correct responses at
 * the same place.
 */
function bodiesOf(
  { id, traits }: Requirement,
  exchanges: readonly (Exchange | undefined)[],
  runMark: string,
  right: ReadonlyMap<string, number>,
): Finding['bodies'] {
  const digests = exchanges.flatMap((exchange) => {
    if (exchange?.request.body === undefined) return [];
    const isAbout = traits?.invalidBodies === true || exchange.sentFor === id;
    const isGenerated = exchange.request.generated !== undefined;
    if (!isAbout && !(isGenerated && right.has(placeOf(exchange)))) return [];
    return [digestOf(exchange.request.body, runMark, exchange.request.mark, exchange.request.framing)];
  });
  return digests.length === 0 ? undefined : [...new Set(digests)];
}

function countsOf(places: ReadonlyMap<string, number>): Finding['places'] {
  return [...places].map(([place, count]) => ({ place, count }));
}

/** Describes the generated payload of a finding, both as it was first found and as small as the kit could make it. */
function payloadOf(
  smallest: Exchange,
  firstFound: Exchange | undefined,
  id: string,
  tries: number,
  { redact }: Recorder,
): Finding['payload'] {
  const { generated } = smallest.request;
  if (generated === undefined) return undefined;
  const { faultClass, seed, path } = generated;
  const { id: name, fault, control, accepted } = faultClass;
  return {
    class: name,
    fault,
    control,
    accepted,
    seed,
    path,
    tries,
    found: recordBody((firstFound ?? smallest).request, redact),
    smallest: recordBody(smallest.request, redact),
    replay: `npx petstore-conformance replay report.json --finding ${id}`,
  };
}

/** Returns the impact and the fix of a finding. Both depend on whether its request was served, was refused, or failed. */
export function adviceFor(
  requirement: Requirement,
  exchange: Exchange | undefined,
  outcome?: 'failed',
): Advice {
  const { impact, fix, outcomes: { refused, redirected = refused, failed = refused } = {} } = requirement;
  const served = { impact, fix };
  if (exchange === undefined) return served;
  const status = statusOf(exchange) ?? 500;
  if (status >= 500 || outcome === 'failed') return failed ?? served;
  if (status >= 400) return refused ?? served;
  return (status >= 300 ? redirected : undefined) ?? served;
}
