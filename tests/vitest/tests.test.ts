import { describe, expect, it, vi } from 'vitest';
import type { Report, RequirementResult, Verdict } from '../../src/report/model/report.ts';
import { reason } from '../../src/spec/reasons.ts';
import { judgedBy, reportRequirement } from '../../src/vitest/tests.ts';
import { sampleFinding, sampleReport } from '../report/sample-report.ts';

const id = sampleFinding.requirement;

/** Returns the outcome of the test of a requirement with this verdict. */
function judged(
  verdict: Verdict,
  why: Pick<RequirementResult, 'reason' | 'note'> = {},
  change: Partial<Report> = {},
) {
  const result: RequirementResult = {
    id,
    level: 'required',
    verdict,
    title: 'a title',
    source: 'a source',
    tested: 1,
    ...why,
  };
  return judgedBy({ ...sampleReport, findings: [], observations: [], requirements: [result], ...change }, id);
}

describe('the test of a requirement', () => {
  it('is skipped with the reason if the failure is accepted', () => {
    expect(judged('accepted', { note: 'until 2030-01-01 by ops' })).toEqual({
      kind: 'skip',
      reason: 'accepted: until 2030-01-01 by ops',
    });
  });

  it('passes with a warning after a retry', () => {});

  it('fails if the requirement was prevented or is not in the report', () => {
    expect(judged('not tested', { reason: reason('away', 'the target stopped responding') })).toEqual({
      kind: 'prevented',
      reason: 'not tested: the target stopped responding',
    });
    expect(judged('not tested', { reason: reason('too-slow', 'too slow') })).toEqual({
      kind: 'skip',
      reason: 'not tested: too slow',
    });
    expect(judged('pass', {}, { requirements: [] }).kind).toBe('prevented');
  });

  it('escapes strings from the target', () => {
    const observations = [{ requirement: id, text: 'Sunset: \u001b[2J' }];
    expect(judged('observed', {}, { observations })).toEqual({
      kind: 'pass',
      notes: [{ type: 'notice', text: 'Sunset: \\u{1b}[2J' }],
    });
  });
});

it('prints a warning to the console, because the default reporter shows no annotations', async () => {
  const [known] = sampleReport.requirements.filter((one) => one.verdict === 'warn');
  if (known === undefined) throw new Error('the sample has no warning');
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const annotated: string[] = [];
  const annotate = async (message: string) => {
    annotated.push(message);
    return { message, type: 'warning' };
  };
  const place = { callers: '', runIsReported: true, file: 'pets.test.ts', annotate, expect };
  const context = { ...place, skip: () => undefined as never };
  await reportRequirement({ kind: 'report', report: sampleReport, isTemporary: false }, known.id, context);
  const lines = log.mock.calls.flat();
  log.mockRestore();
  expect(annotated).toHaveLength(1);
  expect(lines).toEqual([`petstore-conformance: WARN ${known.id}: ${annotated[0]}`]);
});

describe('the curl command of a failure', () => {
  const messageFor = async (isTemporary: boolean): Promise<string> => {
    const [known] = sampleReport.requirements.filter((one) => one.id === id);
    if (known === undefined) throw new Error('the sample has no such requirement');
    const report = { ...sampleReport, findings: [sampleFinding] };
    const place = {
      callers: '',
      runIsReported: true,
      file: 'pets.test.ts',
      annotate: async () => ({ message: '', type: 'notice' }),
      expect,
      skip: () => undefined as never,
    };
    const failed = reportRequirement({ kind: 'report', report, isTemporary }, id, place);
    const { errors } = await failed.then(
      () => expect.unreachable(),
      (error: AggregateError) => error,
    );
    return errors.map(({ message }: Error) => message).join('\n');
  };

  it('names the base URL of the target', async () => {
    expect(await messageFor(false)).toMatch(
      /^curl {11}curl -i --globoff .* 'http:\/\/127\.0\.0\.1:4010\/v1\/categories'$/m,
    );
  });

  it('asks for a base URL if the adapter served the app on a port that is now closed', async () => {
    const message = await messageFor(true);
    expect(message).toMatch(
      /^curl {11}curl -i --globoff .* "\$BASE_URL"'\/categories'\nBASE_URL {7}the URL of your app /m,
    );
    expect(message).toMatch(/^Compared with {2}curl -i --globoff .* "\$BASE_URL"'\/categories'\n/m);
    expect(message).not.toContain('127.0.0.1:4010');
  });
});
