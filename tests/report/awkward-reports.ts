import type {
  Finding,
  Report,
  RequirementResult,
  TimelineRow,
  Verdict,
} from '../../src/report/model/report.ts';
import { outcomes } from '../../src/report/model/verdicts.ts';
import { customReason, reason } from '../../src/spec/reasons.ts';
import { hostileTexts } from './hostile-texts.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

const { accepted: _reason, ...failure } = sampleFinding;
const { accepted: _accepted, ...bare } = sampleReport;
const warning = sampleReport.findings.find(({ level }) => level === 'advisory') ?? failure;

/** Returns a report with this outcome, whose counts follow from its requirements. */
function reportWith(
  outcome: Report['verdict']['outcome'],
  sentence: string,
  requirements: readonly RequirementResult[],
  more: Partial<Report> = {},
): Report {
  const count = (verdict: Verdict) => requirements.filter((one) => one.verdict === verdict).length;
  const names = Object.keys(sampleReport.verdict.counts) as Verdict[];
  const counts = Object.fromEntries(names.map((one) => [one, count(one)])) as Report['verdict']['counts'];
  const { exitStatus } = outcomes[outcome];
  const verdict = { ...sampleReport.verdict, outcome, exitStatus, sentence, counts };
  return { ...bare, requirements, verdict, ...more };
}

function result(id: string, verdict: Verdict, more: Partial<RequirementResult> = {}): RequirementResult {
  const level = verdict === 'warn' ? 'advisory' : 'required';
  return { id, level, verdict, title: `the title of ${id}`, source: 'Section 1', tested: 3, ...more };
}

/** The beginning of each hostile string. */
const hostile = hostileTexts.map((text) => text.slice(0, 30)).join(' ');
const { exchange } = failure;
const hostileResponse = {
  status: 500,
  reason: hostile,
  body: hostile,
  cut: true,
  headers: [['Content-Type', hostile]] as const,
};
const hostileFinding: Finding = {
  ...failure,
  title: hostile,
  sentence: hostile,
  cause: hostile,
  expected: hostile,
  received: hostile,
  instances: [hostile],
  places: [{ place: hostile, count: 3 }],
  listed: hostile,
  curl: hostile,
  alsoCorrect: [{ place: hostile, count: 1 }],
  expired: hostile,
  impact: hostile,
  fix: hostile,
  at: [{ pointer: hostile, id: '7', value: hostile }],
  ...(exchange && {
    exchange: { ...exchange, response: hostileResponse },
    comparedWith: { exchange: { ...exchange, id: 99, response: hostileResponse }, curl: hostile },
  }),
};

/** Failures of several kinds, and enough of them for the terminal output to begin with a table. */
const several: readonly Finding[] = [
  failure,
  { ...failure, cause: 'returned 403', signature: 'auth.key-missing: returned 403', received: 'status 403' },
  ...['list.ok', 'errors.shape', 'create.created', 'invalid.name-type'].map((requirement, index): Finding => {
    const { payload, comparedWith: _proof, ...plain } = { ...failure, requirement, count: index + 1 };
    return {
      ...plain,
      title: `the title of ${requirement}`,
      signature: `${requirement}: returned 500`,
      cause: 'returned 500',
      expected: 'status 200',
      received: 'status 500 Internal Server Error',
      ...(requirement === 'invalid.name-type' && payload !== undefined ? { payload } : {}),
    };
  }),
];

/** The responses of a limiter that serves more than it promises. */
const responses = Array.from({ length: 8 }, (_, index): TimelineRow => {
  const atMs = index < 5 ? index * 120 : 62_000 + index * 120;
  const served = { id: index + 1, atMs, readMs: atMs + 6, operation: 'listCategories', withKey: true };
  const quota = {
    limit: 4,
    remaining: Math.max(0, 3 - (index % 5)),
    reset: 1_795_278_257 + (index < 5 ? 0 : 62),
    resetIn: 60 - index,
  };
  return {
    ...served,
    ...quota,
    status: index === 4 ? 429 : 200,
    ...(index === 4 ? { retryAfter: '60' } : {}),
  };
});
const limit: Finding = {
  ...failure,
  requirement: 'limit.enforced',
  title: 'No more requests than Limit are served',
  wrong: 'body',
  cause: 'more requests than Limit served in one window',
  signature: 'limit.enforced: more requests than Limit served in one window',
  expected: 'a 429 after 4 requests',
  received: '5 requests served in one window',
  timeline: responses,
};

/** A failure that is no longer accepted, and one that still is. */
const expired: Finding = {
  ...failure,
  requirement: 'list.media-type',
  title: 'the title of list.media-type',
  signature: 'list.media-type: returned 201',
  expired: 'until 2026-11-01 by Ada: a new gateway',
};
const accepted: Finding = { ...sampleFinding, requirement: 'auth.key-invalid' };

/** Reports that are hard to render. Each reporter has a snapshot of each report. */
export const awkwardReports: Readonly<Record<string, Report>> = {
  hostile: reportWith(
    'does not conform',
    hostile,
    [
      result(hostileFinding.requirement, 'fail', { title: hostile, source: hostile }),
      result('list.ok', 'not tested', { reason: customReason(hostile) }),
      result('create.created', 'accepted', { note: hostile }),
      result('guide.etag', 'pass', { section: hostile, note: hostile }),
    ],
    {
      target: hostile,
      findings: [hostileFinding],
      labels: { [hostile.slice(0, 60)]: hostile.slice(0, 120) },
      observations: [{ requirement: 'errors.codes', text: `${hostile}; ${hostile}` }],
      leftovers: [{ name: hostile, cause: 'created', how: hostile }],
      waits: [{ atMs: 0, seconds: 1, reason: hostile }],
      kitFaults: [hostile],
      checkFaults: [hostile],
    },
  ),
  many: reportWith(
    'does not conform',
    '7 requirements of the specification are violated.',
    [
      ...[...new Set(several.map(({ requirement }) => requirement))].map((id) => result(id, 'fail')),
      result(limit.requirement, 'fail'),
      result(expired.requirement, 'fail'),
      result(accepted.requirement, 'accepted', { note: accepted.accepted ?? '' }),
      result('create.fields', 'pass'),
      result(warning.requirement, 'warn'),
    ],
    {
      findings: [...several, limit, expired, accepted, warning],
      timeline: { rows: responses, leftOut: 0 },
      accepted: [
        ...(sampleReport.accepted ?? []).map((one) => ({ ...one, requirement: accepted.requirement })),
        ...(['expired', 'no longer needed'] as const).map((state) => ({
          requirement: state === 'expired' ? expired.requirement : 'create.fields',
          state,
          reason: 'a new gateway',
          owner: 'Ada',
          until: '2026-11-01',
        })),
      ],
    },
  ),
  interrupted: reportWith(
    'interrupted',
    'The run was interrupted. The report covers the responses so far.',
    [
      result('list.ok', 'pass'),
      result('auth.key-missing', 'fail'),
      result('create.created', 'not tested', { reason: reason('ended-early') }),
      result('limit.recovers', 'not tested', { reason: reason('shared-key') }),
      result('headers.usage', 'not tested', { reason: reason('cached') }),
      result('list.complete', 'not tested', { reason: reason('away', 'the target stopped responding') }),
      result('auth.key-exact', 'pass', { reason: reason('key-forms', 'key-other-case') }),
      result('errors.shape', 'not selected', { reason: reason('outside-only') }),
      result('errors.status', 'not selected', { reason: reason('outside-only') }),
      result('headers.plan', 'not selected', { reason: reason('no-plan') }),
    ],
    { complete: false, findings: [failure], kitFaults: ['a check threw TypeError: x is not a function'] },
  ),
};
