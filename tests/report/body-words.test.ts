import { expect, test } from 'vitest';
import { excerptOf, responseWords } from '../../src/report/evidence.ts';
import { terminalReport } from '../../src/report/terminal/terminal.ts';
import { processorTime } from '../support/processor-time.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

const express =
  '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n' +
  '<body>\n<pre>Cannot GET /v1/categories</pre>\n</body>\n</html>\n';

test.each<[what: string, body: string, shown: string]>([
  ['a page', express, 'an HTML page, "Error": Cannot GET /v1/categories'],
  [
    'a page without a title',
    '<html><body><h1>Bad\n  Gateway</h1></body></html>',
    'an HTML page: Bad Gateway',
  ],
  ['a page without text', '<!doctype html><title>\n502\n</title>', 'an HTML page, "502"'],
  ['an empty page', '<html></html>', 'an HTML page'],
  [
    'a page with a script and a style',
    '<html><head><style>b{}</style><script>go()</script></head><b>Down</b></html>',
    'an HTML page: Down',
  ],
  ['a long page', `<html>${'x'.repeat(300)}</html>`, `an HTML page: ${'x'.repeat(200)}…`],
  ['JSON over several lines', '{\r\n\t"code": "a",\n  "status": 400\n}\n', '{ "code": "a", "status": 400 }'],
  ['spaces in a string', '{"name":"a  b"}', '{"name":"a  b"}'],
])('shows %s on one line', (_what, body, shown) => {
  expect(excerptOf(body)).toBe(shown);
});

test('reads a page with unclosed tags in linear time', () => {
  for (const tag of ['<title', '<script>', '<', '<a ', '\n ']) {
    const page = `<html>${tag.repeat(100_000 / tag.length)}`;
    expect(processorTime(() => excerptOf(page)).ms, tag).toBeLessThan(1_000);
  }
});

const { exchange } = sampleFinding;
const { response } = exchange ?? {};

test('shows a response without line breaks, and the Location of a redirect', () => {
  if (exchange === undefined || response === undefined) throw new Error('the sample has no response');
  const respondedBy = (also: Partial<typeof response>) =>
    responseWords({ ...sampleFinding, exchange: { ...exchange, response: { ...response, ...also } } });
  expect(respondedBy({ body: express })).toEqual([
    '201 Created · application/json · an HTML page, "Error": Cannot GET /v1/categories',
  ]);
  const headers = [['location', '/v1/categories/']] as const;
  expect(respondedBy({ status: 307, reason: '', headers, body: '' })).toEqual([
    '307 · Location: /v1/categories/ · no body',
  ]);
});

test('shows what was returned in place of a list, but neither lists nor other resources', () => {
  if (exchange === undefined || response === undefined) throw new Error('the sample has no response');
  const shown = (body: string, operation: 'listCategories' | 'petById' = 'listCategories') => {
    const again = { ...exchange.request.again, operation };
    const request = { ...exchange.request, method: 'GET' as const, again };
    const received = { ...response, status: 200, reason: 'OK', body };
    const { listed: _, ...finding } = sampleFinding;
    return responseWords({ ...finding, exchange: { ...exchange, request, response: received } });
  };
  expect(shown('{}')).toEqual(['200 OK · application/json · {}']);
  expect(shown('')).toEqual(['200 OK · application/json · no body']);
  expect(shown(' [{"id":1}]')).toEqual(['200 OK']);
  expect(shown('{"id":1}', 'petById')).toEqual(['200 OK']);
});

test('shows the sent body in a warning of one line', () => {
  const warning = { ...sampleFinding, requirement: 'errors.elsewhere', level: 'advisory' } as const;
  const others = sampleReport.findings.filter(({ requirement }) => requirement !== warning.requirement);
  const { requirement: id, level, title, source } = warning;
  const result = { ...{ id, level, title, source }, verdict: 'warn', tested: 24 } as const;
  const requirements = [...sampleReport.requirements, result];
  const report = { ...sampleReport, requirements, findings: [...others, warning] };
  const text = terminalReport(report, { color: false, width: 110, reportPath: 'report.json' });
  expect(text.replaceAll(/\n│ {2,}/g, ' ')).toContain(
    '│ errors.elsewhere: expected status 401, received status 201; sent {"name":0} (3 of 24 times: ',
  );
});
