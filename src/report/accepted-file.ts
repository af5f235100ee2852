import { checkDocument, parseJson, UnreadableFile } from '../files/unreadable.ts';
import { readJsonText } from '../json/read.ts';
import { isRequirementId, requirementIds } from '../spec/catalog.ts';
import { definedOnly } from '../text/defined-only.ts';
import { advice, isMisspelled, nearest } from '../text/similar.ts';
import { acceptedFor, acceptedIn, covers, isAbout, isOver, type Terms } from './accepted.ts';
import { operationsOf, shownAt } from './conditions.ts';
import { acceptedFromFormer, isFormerWaivers } from './former-formats.ts';
import type { AcceptedFailure, AcceptedFile, AcceptedState, Finding } from './model/report.ts';
import { type OnFormer, reportFormat, reportOf } from './read-report.ts';

/** The maximum size of a file, in characters: enough for thousands of failures. */
const longestFile = 1024 * 1024;

/**
 * Reads the failures that a run accepts from the text of a file of accepted failures, or of a report, whose findings are all
 * accepted. `added` are the requirement ids of custom checks. Throws `UnreadableFile`.
 */
export function readAccepted(
  text: string,
  added: readonly string[] = [],
  onFormer?: OnFormer,
): readonly AcceptedFailure[] {
  const value = parseJson(text, correction);
  if (Object(value).format === reportFormat) return acceptedIn(reportOf(value, onFormer));
  const { accepted } = fileOf(value, text, onFormer);
  for (const [index, { requirement: id }] of accepted.entries()) {
    if (isPossible(id, added)) continue;
    const near = advice(nearest(id, requirementIds, 3));
    const unknown = `/accepted/${index} has an unknown requirement: ${JSON.stringify(id).slice(0, 80)}`;
    throw new UnreadableFile(near === '' ? unknown : `${unknown}.${near}`);
  }
  return accepted.map(knownFields);
}

/** Reads a file of accepted failures from its text, and keeps all fields of the file. Throws `UnreadableFile`. */
export function readAcceptedFile(text: string, onFormer?: OnFormer): AcceptedFile {
  return fileOf(parseJson(text, correction), text, onFormer);
}

const correction = 'Correct it there';

function fileOf(value: unknown, text: string, onFormer: OnFormer = () => {}): AcceptedFile {
  if (text.length > longestFile)
    throw new UnreadableFile('it is larger than 1 MB, so it is not a file of accepted failures');
  const read = readJsonText(text);
  if (!read.ok && read.kind === 'too-deep') throw new UnreadableFile(`${read.problem}. ${correction}`);
  const isFormer = isFormerWaivers(value);
  const file = checkDocument(isFormer ? acceptedFromFormer(value) : value, {
    schema: 'accepted',
    version: 1,
    name: 'file of accepted failures',
    format: 'petstore-conformance/accepted',
    advice: '`accept` writes one from a report',
    correction,
  }) as AcceptedFile;
  if (isFormer) onFormer('a waivers file of version 0.3.0');
  return file;
}

/**
 * Checks whether this requirement may exist. An id outside the sections of the specification may exist, because the run need
 * not load the custom check that adds it. The accepted failure then has no effect.
 */
function isPossible(id: string, added: readonly string[]): boolean {
  if (isRequirementId(id) || added.includes(id)) return true;
  const section = id.slice(0, id.indexOf('.') + 1);
  return !requirementIds.some((one) => one.startsWith(section)) && !isMisspelled(id, requirementIds);
}

/** Returns the fields that a report shows. */
function knownFields(given: AcceptedFailure): AcceptedFailure {
  const { requirement, operation, cause, credential, status, emptyStore, body, ...rest } = given;
  const { reason, owner, until, ticket, rightForms } = rest;
  const shown = body && { ...definedOnly({ class: body.class }), base64: body.base64 };
  return {
    requirement,
    reason,
    ...definedOnly({ operation, cause, credential, status, emptyStore, body: shown, rightForms }),
    ...definedOnly({ owner, until, ticket }),
  };
}

/** Separates the accepted failures that a run no longer needs from the others, and adds the state that the run reports. */
export function dividedBy(accepted: readonly AcceptedFailure[], states: readonly AcceptedState[]) {
  const judged = accepted.map((one) => ({ one, state: states.find((other) => isSame(one, other))?.state }));
  return {
    removed: judged.filter(({ state }) => state === 'no longer needed'),
    kept: judged.filter(({ state }) => state !== 'no longer needed'),
  };
}

function isSame(one: AcceptedFailure, other: AcceptedFailure): boolean {
  const same = ['requirement', 'operation', 'cause', 'credential', 'status', 'emptyStore'] as const;
  return same.every((name) => one[name] === other[name]) && one.body?.base64 === other.body?.base64;
}

/** Adds the findings that are not accepted yet, and renews accepted failures whose last day is over, with these terms. */
export function withAccepted(
  accepted: readonly AcceptedFailure[],
  findings: readonly Finding[],
  terms: Terms,
  today: string,
  runMark: string,
) {
  const parts = findings.flatMap((finding) =>
    operationsOf(finding).map((operation) => ({ finding, operation })),
  );
  const isCovered = (some: readonly AcceptedFailure[], { finding, operation }: (typeof parts)[number]) =>
    some.some((one) => covers(one, finding, operation));
  const valid = accepted.filter((one) => !isOver(one, today));
  const open = parts.filter((part) => !isCovered(valid, part));
  const openFor = (one: AcceptedFailure) =>
    open.find(({ finding, operation }) => isAbout(one, finding, operation));
  const renewed = accepted.filter((one) => openFor(one) !== undefined);
  const added = open
    .filter(({ finding, operation }) => !renewed.some((one) => isAbout(one, finding, operation)))
    .map(({ finding, operation }) => acceptedFor(finding, operation, terms, runMark));
  const kept = accepted.map((one): AcceptedFailure => {
    const part = openFor(one);
    if (part === undefined) return one;
    const { rightForms: _, ...rest } = one;
    const { rightForms } = shownAt(part.finding, part.operation) ?? {};
    return { ...rest, ...definedOnly({ rightForms }), ...terms };
  });
  return { accepted: [...kept, ...added], added, renewed };
}
