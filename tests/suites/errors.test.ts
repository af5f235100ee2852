import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import type { Exchange, HeaderLine, HttpRequest } from '../../src/exchange/exchange.ts';
import errors from '../../suites/errors.ts';
import { cutOff, responded } from '../support/responses.ts';
import { judged, type Known } from './judged.ts';

const json: readonly HeaderLine[] = [['Content-Type', 'application/json']];
const good = '{"code":"no_key","message":"No key.","status":401}';
const notJudged = 'not judged: see errors.shape';
const shape = 'a JSON object with the strings `code` and `message` and the integer `status`';

function error(body: string, status = 401, headers = json, request: Partial<HttpRequest> = {}): Exchange {
  return responded({ at: 0, status, headers, body, request });
}

const created = post(Buffer.from('{}'));

describe('an error with a specified body', () => {
  test.each([
    [good, 'met'],
    ['', `expected ${shape}, received no body: the error body is not JSON`],
    ['"no"', `expected ${shape}, received the body: string "no": the body is string`],
    [
      '{"code":7,"status":401}',
      `expected ${shape}, received message: missing, code: number 7: code is number, message is missing`,
    ],
  ])('is judged by its body: %s', (body, judgment) => {
    expect(judged(errors, 'errors.shape', error(body))).toBe(judgment);
  });

  test('is a 401 of a named operation or a 400 of a creation', () => {
    const of = (exchange: Exchange) => judged(errors, 'errors.shape', exchange) !== 'not selected';
    expect(of(error(good, 400, json, created))).toBe(true);
    expect(of(error(good, 400))).toBe(false);
    expect(of(error(good, 401, json, { operation: 'elsewhere' }))).toBe(false);
    expect(of(cutOff(0))).toBe(false);
  });

  test.each([
    [good, 'met'],
    [good.replace('401', '401.0'), 'met'],
    [
      good.replace('401', '400'),
      'expected status 401 in the body, received number 400: status is not the HTTP status',
    ],
    [
      good.replace('401', '401.5'),
      'expected status 401 in the body, received number 401.5: status is not the HTTP status',
    ],
    [good.replace('401', '"401"'), notJudged],
    ['{"code":"a","message":"b"}', notJudged],
    ['[401]', notJudged],
    ['{', notJudged],
  ])('must repeat the status: %s', (body, judgment) => {
    expect(judged(errors, 'errors.status', error(body))).toBe(judgment);
  });

  test.each([
    [good, 'met'],
    [good.replace('no_key', ' '), 'expected a code that is not blank, received "": code is blank'],
    [good.replace('No key.', '\\n'), 'expected a message that is not blank, received "": message is blank'],
    [good.replace('"No key."', '7'), notJudged],
    [good.replace('"no_key"', 'null'), notJudged],
    ['null', notJudged],
  ])('should have a code and a message: %s', (body, judgment) => {
    const verdict = judged(errors, 'errors.texts', error(body));
    expect(verdict.replace(/received .*: (?=code|message)/, 'received "": ')).toBe(judgment);
  });

  test.each([
    [json, good, 'met'],
    [[['content-type', 'Application/JSON; charset=utf-8']], good, 'met'],
    [
      [['Content-Type', 'text/html']],
      good,
      'expected the media type application/json, received "text/html": Content-Type is not application/json',
    ],
    [
      [],
      good,
      'expected the media type application/json, received no Content-Type, or several (the body is a JSON object): Content-Type is missing',
    ],
    [json, '{', notJudged],
  ] as const)('with the headers %j has a media type', (headers, body, judgment) => {
    expect(judged(errors, 'errors.media-type', error(body, 401, headers))).toBe(judgment);
  });
});

describe('another error', () => {
  const other = (body: string, status: number, headers = json, request: Partial<HttpRequest> = {}) =>
    judged(errors, 'errors.elsewhere', error(body, status, headers, request));
  const notFound = good.replace('401', '404');

  test('is judged for the usual error statuses', () => {
    for (const status of [400, 403, 404, 405, 406, 409, 413, 415, 422, 500, 501])
      expect(other(good.replace('401', String(status)), status), String(status)).toBe('met');
    for (const status of [200, 401, 402, 407, 410, 429, 499]) expect(other('', status)).toBe('not selected');
    expect(other('', 400, json, created)).toBe('not selected');
    expect(judged(errors, 'errors.elsewhere', cutOff(0))).toBe('not selected');
    expect(judged(errors, 'errors.elsewhere', { ...error('', 404), overLimit: true })).toBe('not selected');
  });

  test('should have the Error shape, its own status and the JSON type', () => {
    expect(other('', 404)).toBe(`expected ${shape}, received no body: a 404 is not JSON`);
    expect(other('[]', 404)).toMatch(/received the body: .+: a 404 is not an Error$/);
    expect(other('{"code":"a"}', 404)).toMatch(/received (message|status): .+: a 404 is not an Error$/);
    expect(other(good, 404)).toBe(
      'expected status 404 in the body, received number 401: a 404 has another status in its body',
    );
    expect(other(notFound, 404, [])).toMatch(/Content-Type is missing$/);
    expect(other(notFound, 404, json, { operation: 'elsewhere' })).toBe('met');
  });
});

test('is provoked by an unknown path and another media type', () => {
  const requests = errors.checks.flatMap((one) =>
    one.kind === 'probe' ? [one.make({ name: () => 'kitaaaa', random: () => 0 })] : [],
  );
  expect(requests).toMatchObject([
    { method: 'GET', path: '/kitaaaa', operation: 'elsewhere', credential: 'bearer' },
    { method: 'POST', path: '/categories', mark: 'kitaaaa', contentType: 'text/plain' },
  ]);
  expect(String(requests[1]?.body)).toBe('{"name":"kitaaaa","description":"made by a test"}');
});

describe('server internals', () => {
  const inside = (body: string, status = 500, request: Partial<HttpRequest> = {}, holdsKey = false) =>
    judged(errors, 'errors.no-internals', error(body, status, json, request), { holdsKey: () => holdsKey });

  test('must not appear in errors, and neither must the key', () => {
    expect(inside('{}')).toBe('met');
    expect(inside('{}', 400, {}, true)).toBe(
      'expected an error without the key, received the key, or most of it: the key is echoed',
    );
    expect(inside('Traceback (most recent call last):\n  File "/app/main.py", line 7, in get')).toMatch(
      /^expected an error without internals, received .+: .+ is shown$/,
    );
  });

  test('are distinguished from harmless messages', () => {
    for (const trace of ['at get (/srv/app.js:10:7)', 'at async file:///srv/app.js:10:7'])
      expect(inside(`Error: no\n    ${trace}`)).toMatch(/a JavaScript stack trace is shown$/);
    expect(inside('It was closed\n at 12:30:15')).toBe('met');
    expect(inside('It failed at get (/srv/app.js:10:7)')).not.toMatch(/JavaScript/);
  });

  test.each(['\\n at (((', '\\n at :::', '\n at :1:(:1:', '\n at A(() in ', ' at a.b(c', 'SELECT  '])(
    'is looked for in %j, over and over, in a moment',
    (unit) => {
      const before = process.cpuUsage();
      inside(unit.repeat(Math.ceil(20_000 / unit.length)));
      expect(process.cpuUsage(before).user).toBeLessThan(150_000);
    },
  );

  test('are searched in the beginning of a long body', () => {
    const trace = 'Traceback (most recent call last)';
    expect(inside(`${'x'.repeat(19_900)} ${trace}`)).toMatch(/ is shown$/);
    expect(inside(`${'x'.repeat(20_000)} ${trace}`)).toBe('met');
  });

  test('are searched once in the same bytes, and once for each key', () => {
    const searched: string[] = [];
    const response = error('{}', 500);
    const judgedBy = (facts: Known) => judged(errors, 'errors.no-internals', response, facts);
    const clean = { holdsKey: (text: string) => searched.push(text) === 0 };
    expect([judgedBy(clean), judgedBy(clean)]).toEqual(['met', 'met']);
    expect(searched).toEqual(['{}']);
    expect(judgedBy({ holdsKey: () => true })).toMatch(/the key is echoed$/);
  });

  test('are searched in errors of named operations, except 429s', () => {
    expect(inside('{}', 399)).toBe('not selected');
    expect(inside('{}', 429)).toBe('not selected');
    expect(inside('{}', 404, { operation: 'elsewhere' })).toBe('not selected');
    expect(judged(errors, 'errors.no-internals', cutOff(0))).toBe('not selected');
  });
});
