import { describe, expect, test } from 'vitest';
import { adviceOf } from '../../src/report/content.ts';
import * as html from '../../src/report/html/page.tsx';
import * as markdown from '../../src/report/markdown.ts';
import type { Finding } from '../../src/report/model/report.ts';
import { softwareSeen } from '../../src/report/software.ts';
import { terminalReport } from '../../src/report/terminal/terminal.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

/** Returns a finding whose response has this body and these headers. */
function shown(body: string, ...headers: readonly (readonly [string, string])[]): Finding {
  const { exchange } = sampleFinding;
  if (exchange?.response === undefined) throw new Error('the sample has no response');
  return { ...sampleFinding, exchange: { ...exchange, response: { ...exchange.response, body, headers } } };
}

test('matches a hostile body in linear time', () => {
  const body = `${'"timestamp":'.repeat(2_000)}${'"status":'.repeat(3_000)}${'"detail":[{'.repeat(2_000)}`;
  // A backtracking pattern would take hours.
  expect(softwareSeen([shown(body)])('errors.shape')).toBeUndefined();
});

describe('common causes are shown for software that the responses reveal', () => {
  test.each<[name: string, id: string, finding: Finding, words: RegExp]>([
    [
      'FastAPI',
      'invalid.name-missing',
      shown('', ['Server', 'uvicorn']),
      /^The responses look like FastAPI\. Common causes: .*422/,
    ],
    ['FastAPI', 'invalid.name-missing', shown('{"detail":[{"type":"missing","loc":["body"]}]}'), /FastAPI/],
    ['Django', 'list.ok', shown('{"detail":"Authentication credentials were not provided."}'), /Django/],
    ['Express', 'errors.shape', shown('<pre>Cannot GET /x</pre>', ['X-Powered-By', 'Express']), /Express/],
    ['Fastify', 'invalid.name-type', shown('{"statusCode":400,"error":"Bad Request"}'), /Fastify/],
    [
      'Spring',
      'errors.shape',
      shown('{"timestamp":1,"status":400,"error":"Bad Request","path":"/x"}'),
      /Spring/,
    ],
    [
      'Go',
      'invalid.name-missing',
      shown('json: cannot unmarshal number into Go value'),
      /encoding\/json in Go/,
    ],
    ['axum', 'auth.bearer-only', shown('invalid HTTP header (authorization)'), /TypedHeader of axum/],
    ['nginx', 'limit.enforced', shown('', ['Server', 'nginx/1.25']), /limit_req of nginx/],
  ])('%s for %s', (_name, id, finding, words) => {
    expect(softwareSeen([finding])(id)).toMatch(words);
  });

  test('but not for unknown software or without known causes', () => {
    expect(softwareSeen([sampleFinding])('auth.key-missing')).toBeUndefined();
    expect(softwareSeen([shown('', ['Server', 'nginx'])])('auth.key-missing')).toBeUndefined();
    expect(softwareSeen([shown('', ['Server', 'uvicorn'])])('versioning.base-path')).toBeUndefined();
  });

  test('with only the clauses about that software', () => {
    const words = softwareSeen([shown('invalid HTTP header (authorization)')])('auth.key-exact');
    expect(words).toBe(
      'The responses look like axum. Common causes: TypedHeader of axum returns 400 for an empty token.',
    );
  });
});

test('terminal, Markdown and HTML show common causes', async () => {
  const finding = { ...shown('', ['Server', 'uvicorn']), waived: undefined };
  const report = { ...sampleReport, findings: [finding as unknown as Finding] };
  const texts = [
    terminalReport(report, { color: false, width: 110 }),
    await markdown.render(report),
    await html.render(report),
  ];
  for (const text of texts) expect(text).toMatch(/HTTPBearer/);
});

test('shows different advice of one requirement once each', () => {
  const served = { ...sampleFinding, impact: 'Anyone gets in.', fix: 'Check the key.' };
  const refused = { ...sampleFinding, impact: 'Nothing got in.', fix: 'Return 401.' };
  expect(adviceOf([served, refused, served])).toEqual({
    impact: 'Anyone gets in. Nothing got in.',
    fix: 'Check the key. Return 401.',
  });
  const report = { ...sampleReport, findings: [served, refused] };
  const text = terminalReport(report, { color: false, width: 110 });
  expect(text).toMatch(
    /│ Impact +Anyone gets in\. Nothing got in\.\n│ How to fix +Check the key\. Return 401\.\n/,
  );
});
