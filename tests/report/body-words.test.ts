import { expect, test } from 'vitest';
import { excerptOf, responseTo } from '../../src/report/evidence.ts';
import { processorTime } from '../support/processor-time.ts';
import { sampleFinding } from './sample-report.ts';

const express =
  '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n' +
  '<body>\n<pre>Cannot GET /v1/categories</pre>\n</body>\n</html>\n';

test.each<[what: string, body: string, shown: string]>([
  ['a page', express, 'an HTML page: Error Cannot GET /v1/categories'],
  [
    'a page without a title',
    '<html><body><h1>Bad\n  Gateway</h1></body></html>',
    'an HTML page: Bad Gateway',
  ],
  ['a page without text', '<!doctype html><title>\n502\n</title>', 'an HTML page: 502'],
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

test('handles a page with unclosed tags in linear time', () => {
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
    responseTo({ ...exchange, response: { ...response, ...also } }, sampleFinding);
  expect(respondedBy({ body: express })).toBe(
    '201 Created · application/json · an HTML page: Error Cannot GET /v1/categories',
  );
  const headers = [['location', '/v1/categories/']] as const;
  expect(respondedBy({ status: 307, reason: '', headers, body: '' })).toBe(
    '307 · Location: /v1/categories/ · no body',
  );
});

test('shows a body returned instead of a list, but not the body of a list or of another resource', () => {
  if (exchange === undefined || response === undefined) throw new Error('the sample has no response');
  const shown = (body: string, operation: 'listCategories' | 'petById' = 'listCategories') => {
    const again = { ...exchange.request.again, operation };
    const request = { ...exchange.request, method: 'GET' as const, again };
    const received = { ...response, status: 200, reason: 'OK', body };
    const { listed: _, ...finding } = sampleFinding;
    return responseTo({ ...exchange, request, response: received }, finding);
  };
  expect(shown('{}')).toBe('200 OK · application/json · {}');
  expect(shown('')).toBe('200 OK · application/json · no body');
  expect(shown(' [{"id":1}]')).toBeUndefined();
  expect(shown('{"id":1}', 'petById')).toBeUndefined();
});
