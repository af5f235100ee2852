import type { TestContext } from 'vitest';
import { UsageError } from '../config/messages.ts';
import { findingLabels, occurrencesWords, sourceWords } from '../report/evidence.ts';
import type { Finding, Report, RequirementResult } from '../report/model/report.ts';
import { messageRedactor } from '../report/record/redact.ts';
import { matchesOnly, sections } from '../spec/catalog.ts';
import { printable } from '../text/shown.ts';
import type { ConformanceOptions, Told } from './one-run.ts';

/** Returns a test for each requirement that `only` selects, section by section, custom checks last. */
export function groupsOf({ only, checks = [], key }: Pick<ConformanceOptions, 'only' | 'checks' | 'key'>) {
  // Vitest shows names of tests before there is a report, which is redacted as a whole.
  const redact = messageRedactor(typeof key === 'string' ? key : '');
  const custom = checks.map(({ section, requirements }) => ({
    title: redact(String(section)),
    requirements: requirements.map(({ id, title }) => ({ id, title: redact(String(title)) })),
  }));
  return [...sections, ...custom]
    .map(({ title, requirements }) => ({
      title,
      tests: requirements
        .filter(({ id }) => matchesOnly(id, only))
        .map((one) => ({ id: one.id, name: `${one.id}: ${one.title}` })),
    }))
    .filter(({ tests }) => tests.length > 0);
}

/** What the test of a requirement has to do. */
type Judged =
  | { readonly kind: 'pass'; readonly notes: readonly Note[] }
  | { readonly kind: 'fail'; readonly findings: readonly Finding[] }
  | { readonly kind: 'skip'; readonly reason: string }
  /** The run said nothing about it, though it should have. */
  | { readonly kind: 'undecided'; readonly reason: string };

/** A note on a test that passes. */
interface Note {
  readonly type: 'notice' | 'warning';
  readonly text: string;
}

/** The longest texts, in code points: a sentence on the run, and a note or a line of a message. */
const longestSentence = 4_000;
const longestLine = 2_000;

/** Says what the report of a run means for the test of one requirement. */
export function judgedBy(report: Report, id: string): Judged {
  const row = report.requirements.find((result) => result.id === id);
  if (row === undefined) return { kind: 'undecided', reason: 'the report does not hold it' };
  const findings = report.findings.filter(({ requirement }) => requirement === id);
  switch (row.verdict) {
    case 'pass':
      return { kind: 'pass', notes: [] };
    case 'observed':
      return { kind: 'pass', notes: observations(report, row) };
    case 'flaky':
      return { kind: 'pass', notes: [warning('It failed in passing, and was kept when asked again.')] };
    case 'warn':
      return report.configuration.failOnAdvisory
        ? failing(findings)
        : { kind: 'pass', notes: findings.map((finding) => warning(inALine(finding))) };
    case 'fail':
      return failing(findings);
    case 'not tested':
      return { kind: 'undecided', reason: reasonOf(row) };
    case 'waived':
    case 'not selected':
    case 'not testable':
      return { kind: 'skip', reason: reasonOf(row) };
  }
}

/** Findings that the baseline holds fail nothing; a requirement with no others did not pass either. */
function failing(findings: readonly Finding[]): Judged {
  const news = findings.filter(({ known = false }) => !known);
  const [first] = findings;
  if (news.length > 0 || first === undefined) return { kind: 'fail', findings: news };
  return { kind: 'skip', reason: `known by the baseline: ${inALine(first)}` };
}

function observations({ observations: all }: Report, { id, reason }: RequirementResult): Note[] {
  const observed = all.filter(({ requirement }) => requirement === id).map(({ text }) => text);
  const texts = observed.length === 0 && reason !== undefined ? [reason] : observed;
  return texts.map((text) => ({ type: 'notice', text: printable(text, longestLine) }));
}

function reasonOf({ verdict, reason = '' }: RequirementResult): string {
  return printable(reason.startsWith(verdict) || reason === '' ? reason || verdict : `${verdict}: ${reason}`);
}

function inALine(finding: Finding): string {
  const { expected, received } = finding;
  return `expected ${printable(expected)}, received ${printable(received)} (${printable(occurrencesWords(finding))})`;
}

function warning(text: string): Note {
  return { type: 'warning', text };
}

/** A violated requirement. Vitest shows `expected` and `actual` as it does those of `expect`. */
class RequirementViolated extends Error {
  override readonly name = 'AssertionError';
  readonly expected: string;
  readonly actual: string;

  constructor(message: string, { expected, received }: Finding) {
    super(message);
    this.expected = printable(expected, longestLine);
    this.actual = printable(received, longestLine);
  }
}

/** Makes an error for each cause, with everything that it takes to fix it. `again` is the command for this test only. */
function failuresOf(findings: readonly Finding[], again: string): Error[] {
  return findings.map((finding, index) => {
    const { requirement, title, impact, fix } = finding;
    const isFirst = index === 0;
    const also = isFirst ? '' : `, cause ${index + 1} of ${findings.length}`;
    const evidence = findingLabels(finding).filter(([label]) => label !== 'Expected' && label !== 'Received');
    const advice = [['Means', impact] as const, ['Fix', fix] as const];
    const labels = [
      ...(isFirst ? [['Source', sourceWords(finding)] as const] : []),
      ...evidence,
      ...(isFirst || fix !== findings[0]?.fix ? advice : []),
      ...(isFirst ? [['Again', again] as const] : []),
    ];
    const lines = labels.map(([label, text]) => `${label.padEnd(9)} ${printable(text, longestLine)}`);
    return new RequirementViolated([`${requirement}: ${title}${also}`, ...lines].join('\n'), finding);
  });
}

interface Place extends Pick<TestContext, 'annotate'> {
  /** The lines of the stack above the call of `conformance`: failures are shown there. */
  readonly callers: string;
}

interface RequirementPlace extends Place, Pick<TestContext, 'skip'> {
  /** Whether the test of the run runs too: what is wrong with the run is reported there, and only once. */
  readonly runIsReported: boolean;
  /** The file of the test, as Vitest names it. */
  readonly file: string;
}

/** Fails the test of the run if the run came to nothing reliable. */
export async function reportRun(told: Told, { annotate, callers }: Place): Promise<void> {
  const fault = faultOf(told, callers);
  if (fault !== undefined) throw fault;
  if (told.kind === 'report')
    await annotate(printable(told.report.verdict.sentence, longestSentence), 'notice');
}

/** Passes, skips or fails the test of one requirement: rejects with what Vitest is to show. */
export async function reportRequirement(told: Told, id: string, place: RequirementPlace): Promise<void> {
  const { annotate, callers, skip, runIsReported, file } = place;
  const fault = runIsReported ? undefined : faultOf(told, callers);
  if (told.kind === 'not started') {
    if (fault !== undefined) throw fault;
    skip('the run did not begin');
    return;
  }
  const judged = judgedBy(told.report, id);
  if (judged.kind === 'fail') {
    const errors = failuresOf(judged.findings, `npx vitest run ${file} -t '${id}'`);
    throw new AggregateError(errors.map((error) => shownAt(error, callers)));
  }
  if (judged.kind === 'skip') skip(judged.reason);
  if (fault !== undefined) throw fault;
  if (judged.kind === 'undecided') skip(judged.reason);
  if (judged.kind === 'pass') for (const { text, type } of judged.notes) await annotate(text, type);
}

/** A run that says nothing, or nothing reliable. */
class RunFault extends Error {
  override readonly name = 'RunFault';
}

/** Says why a run is not reliable, if so, at `callers`; what the user's own code threw keeps its own stack. */
function faultOf(told: Told, callers: string): Error | undefined {
  if (told.kind === 'not started') return thrownError(told.error, callers);
  const { overTime, report, thrown } = told;
  const { outcome, sentence } = report.verdict;
  const isSound = ['conforms', 'nothing new', 'does not conform'].includes(outcome);
  if (isSound && report.kitFaults.length === 0) return thrown && thrownError(thrown.error, callers);
  const reason =
    overTime === undefined
      ? sentence
      : `The run took longer than options.timeLimit, ${overTime} s, and was ended.`;
  const lines = [reason, ...report.kitFaults].map((line) => printable(line, longestLine));
  return shownAt(new RunFault(lines.join('\n')), callers);
}

function thrownError(error: unknown, callers: string): Error {
  if (error instanceof UsageError) return shownAt(error, callers);
  return error instanceof Error
    ? error
    : shownAt(new RunFault(printable(String(error), longestLine)), callers);
}

/** Returns the lines of the stack above the call of a function. */
export function callersOf(called: (...given: never[]) => unknown): string {
  const here = { stack: '' };
  Error.captureStackTrace(here, called);
  return here.stack.slice(here.stack.indexOf('\n') + 1);
}

/** Shows an error at `callers`: where it was made says nothing to the reader. */
function shownAt<Shown extends Error>(error: Shown, callers: string): Shown {
  error.stack = `${error.name}: ${error.message}\n${callers}`;
  return error;
}
