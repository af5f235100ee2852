import { expect, it } from 'vitest';
import type { Finding, RecordedExchange, Report } from '../../src/report/model/report.ts';
import { readReport } from '../../src/report/read-report.ts';
import { applyWaivers } from '../../src/report/waivers.ts';
import { sampleFinding, sampleReport } from '../report/sample-report.ts';

/** Commands of format 1 are not read, because dash ran parts of some. */
const curl = '# no curl command: the report is of format 1';
const withoutCommands = ({ comparedWith, ...finding }: Finding): Finding => ({
  ...finding,
  curl,
  ...(comparedWith === undefined ? {} : { comparedWith: { ...comparedWith, curl } }),
});

/** The sample, with every value that format 1 had in other words, and a finding of a custom check. */
const report: Report = {
  ...sampleReport,
  findings: [
    ...sampleReport.findings.map(withoutCommands),
    {
      ...withoutCommands(sampleFinding),
      requirement: 'guide.etag',
      section: 'Our API guide',
      signature: 'guide.etag: answered 201',
    },
  ],
  waivers: [
    ...(sampleReport.waivers ?? []),
    {
      ...{ requirement: 'list.ok', signature: 'list.ok: returned 500', state: 'not tested' },
      ...{ reason: 'known', owner: 'Ada', expires: '2026-12-31' },
    },
  ],
};

const inFirstWords = (words: string) => words.replace('returned', 'answered');
const placesIn = (places: Finding['places']) =>
  places.map(({ place, count }) => ({ place: inFirstWords(place), count }));

const verdicts: Readonly<Record<string, string>> = {
  'not tested': 'not exercised',
  'not selected': 'not asked',
  'not testable': 'excluded',
};
const verdictIn = (verdict: string) => verdicts[verdict] ?? verdict;

function exchangeIn({ request, ...exchange }: RecordedExchange) {
  const { credential, ...again } = request.again;
  return { ...exchange, request: { ...request, again: { ...again, presentation: credential } } };
}

function findingIn({
  tested,
  alsoCorrect,
  impact,
  fix,
  payload,
  exchange,
  comparedWith,
  ...finding
}: Finding) {
  const { control, ...rest } = payload ?? {};
  return {
    ...finding,
    signature: finding.section === undefined ? inFirstWords(finding.signature) : finding.signature,
    places: placesIn(finding.places),
    means: impact,
    mend: fix,
    ...(tested === undefined ? {} : { exercised: tested }),
    ...(alsoCorrect === undefined ? {} : { kept: placesIn(alsoCorrect) }),
    ...(payload === undefined ? {} : { payload: { ...rest, twin: control } }),
    ...(exchange === undefined ? {} : { exchange: exchangeIn(exchange) }),
    ...(comparedWith === undefined
      ? {}
      : { comparedWith: { ...comparedWith, exchange: exchangeIn(comparedWith.exchange) } }),
  };
}

/** Returns the report as kit 0.1 wrote it. */
function reportIn({ requirementsVersion, leftovers, exchanges, ...rest }: Report) {
  const { invalidBodies, proofSkipped, ...plan } = rest.plan;
  const { rateLimited, retried, ...requests } = rest.requests;
  const counts = Object.entries(rest.verdict.counts).map(([verdict, count]) => [verdictIn(verdict), count]);
  return {
    ...rest,
    formatVersion: 1,
    ledger: { version: requirementsVersion, requirements: rest.requirements.length },
    residue: leftovers,
    plan: { ...plan, refusedBodies: invalidBodies, proofLeftOut: proofSkipped },
    requests: { ...requests, answered429: rateLimited, repeated: retried },
    verdict: { ...rest.verdict, counts: Object.fromEntries(counts) },
    requirements: rest.requirements.map(({ tested, level, verdict, ...one }) => ({
      ...one,
      level: level === 'not-testable' ? 'excluded' : level,
      verdict: verdictIn(verdict),
      exercised: tested,
    })),
    findings: rest.findings.map(findingIn),
    waivers: rest.waivers?.map((waiver) => ({
      ...waiver,
      signature: inFirstWords(waiver.signature ?? ''),
      state: verdictIn(waiver.state),
    })),
    exchanges: { kept: exchanges?.recorded.map(exchangeIn), leftOut: exchanges?.leftOut },
  };
}

it('a report of format 1 is read with every field in its current name', () => {
  expect(readReport(JSON.stringify(reportIn(report)))).toEqual(report);
});

it('a report of format 1 without exchanges is read', () => {
  const { exchanges: _, ...bare } = report;
  const { exchanges: __, ...first } = reportIn(report);
  expect(readReport(JSON.stringify(first))).toEqual(bare);
});

it('a report of format 1 without a version of its requirements is rejected', () => {
  const { ledger: _, ...first } = reportIn(report);
  expect(() => readReport(JSON.stringify(first))).toThrow(/requirementsVersion/);
});

it('a waiver of kit 0.1 covers the same failure', () => {
  const terms = { requirement: 'auth.key-missing', reason: 'known', owner: 'Ada', expires: '2099-01-01' };
  const stateWith = (signature: string) =>
    applyWaivers(sampleReport, [{ ...terms, signature }], '2026-11-22').waivers[0]?.state;
  expect(stateWith('auth.key-missing: returned 201')).toBe('applied');
  expect(stateWith('auth.key-missing: answered 201')).toBe('applied');
  expect(stateWith('auth.key-missing: answered 200')).toBe('stale');
});
