import { describe, expect, test } from 'vitest';
import { credentials } from '../../src/exchange/exchange.ts';
import type { Finding } from '../../src/report/model/report.ts';
import { softwareSeen } from '../../src/report/software.ts';
import { terminalReport } from '../../src/report/terminal/terminal.ts';
import { catalog } from '../../src/spec/catalog.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

/** Returns a finding whose response has this body and these headers. */
function shown(body: string, ...headers: readonly (readonly [string, string])[]): Finding {
  return finding('auth.key-missing', 201, body, headers);
}

function finding(
  requirement: string,
  status: number,
  body: string,
  headers: readonly (readonly [string, string])[] = [],
): Finding {
  const { exchange } = sampleFinding;
  if (exchange?.response === undefined) throw new Error('the sample has no response');
  const response = { ...exchange.response, status, body, headers };
  return { ...sampleFinding, requirement, exchange: { ...exchange, response } };
}

/** Returns the software that is shown for a finding of this requirement and status if another finding reveals it. */
function softwareFor(id: string, status: number, revealing: Finding): string | undefined {
  return softwareSeen([finding(id, status, ''), revealing])(id)?.words;
}

test('matches a hostile body in linear time', () => {
  const body = `${'"timestamp":'.repeat(2_000)}${'"status":'.repeat(3_000)}${'"detail":[{'.repeat(2_000)}`;
  // A pattern that backtracks would take hours.
  expect(softwareSeen([shown(body)])('errors.shape')).toBeUndefined();
});

describe('common causes are shown for software that the responses reveal', () => {
  test.each<[name: string, id: string, status: number, finding: Finding, words: RegExp]>([
    [
      'Litestar, not FastAPI',
      'errors.shape',
      401,
      shown('{"status_code":401,"detail":"bad key"}', ['Server', 'uvicorn']),
      /^The responses look like Litestar\. Common causes: Litestar sends status_code and detail/,
    ],
    [
      'hapi, not Fastify',
      'errors.shape',
      400,
      shown(
        '{"statusCode":400,"error":"Bad Request","message":"\\"name\\" is required","validation":{"source":"payload","keys":["name"]}}',
      ),
      /^The responses look like hapi\. Common causes: .*onPreResponse/,
    ],
    [
      'Jackson',
      'invalid.name-type',
      201,
      shown('{"timestamp":1,"status":404,"path":"/"}'),
      /coercionConfigFor\(LogicalType\.Textual\)/,
    ],
    [
      'FastAPI',
      'invalid.name-missing',
      422,
      shown('', ['Server', 'uvicorn']),
      /^The responses look like FastAPI\. Common causes: .*422/,
    ],
    [
      'FastAPI',
      'invalid.name-missing',
      422,
      shown('{"detail":[{"type":"missing","loc":["body"]}]}'),
      /FastAPI/,
    ],
    ['Django', 'list.ok', 301, shown('{"detail":"Authentication credentials were not provided."}'), /Django/],
    [
      'Express',
      'errors.shape',
      400,
      shown('<pre>Cannot GET /x</pre>', ['X-Powered-By', 'Express']),
      /Express/,
    ],
    ['Fastify', 'invalid.name-type', 201, shown('{"statusCode":400,"error":"Bad Request"}'), /Fastify/],
    [
      'Spring',
      'errors.shape',
      400,
      shown('{"timestamp":1,"status":400,"error":"Bad Request","path":"/x"}'),
      /Spring/,
    ],
    [
      'Go',
      'invalid.name-missing',
      201,
      shown('json: cannot unmarshal number into Go value'),
      /encoding\/json in Go/,
    ],
    ["Go's router", 'invalid.name-missing', 201, shown('404 page not found\n'), /ValidateStrictCasing/],
    [
      "Go's header names",
      'invalid.name-missing',
      201,
      shown('', ['X-Ratelimit-Limit', '60']),
      /encoding\/json in Go.*RawMessage/,
    ],
    ['axum', 'auth.bearer-only', 400, shown('invalid HTTP header (authorization)'), /axum's TypedHeader/],
    [
      'Spring Security, whose 403 has no body',
      'auth.key-missing',
      403,
      shown('', ['Cache-Control', 'no-cache, no-store, max-age=0, must-revalidate']),
      /authenticationEntryPoint/,
    ],
    [
      'Spring Security, which replaces the status of sendError',
      'limit.enforced',
      403,
      shown('', ['Cache-Control', 'no-cache, no-store, max-age=0, must-revalidate']),
      /DispatcherType\.ERROR/,
    ],
    [
      'a Python exception in Litestar',
      'invalid.body-bytes',
      500,
      shown('{"status_code":401,"detail":"bad key"}'),
      /UnicodeDecodeError/,
    ],
    ['Rails', 'errors.shape', 400, shown('', ['X-Runtime', '0.01']), /config\.exceptions_app/],
    ['nginx', 'limit.enforced', 503, shown('', ['Server', 'nginx/1.25']), /nginx's limit_req/],
  ])('%s for %s with %i', (_name, id, status, revealing, words) => {
    expect(softwareFor(id, status, revealing)).toMatch(words);
  });

  test.each<[what: string, id: string, status: number, finding: Finding]>([
    ['another status', 'invalid.name-missing', 500, shown('', ['Server', 'uvicorn'])],
    ['why a body is refused instead of accepted', 'invalid.name-type', 500, shown('{"code":"FST_ERR"}')],
    ['a response that is not a redirect', 'list.ok', 500, shown('', ['Server', 'WSGIServer'])],
    ['a list without null', 'list.category', 200, shown('json: cannot unmarshal number')],
    ['another media type', 'list.media-type', 200, shown('', ['Server', 'werkzeug'])],
  ])('but not if the software does not explain %s', (_what, id, status, revealing) => {
    expect(softwareFor(id, status, revealing)).toBeUndefined();
  });

  test('but not for unknown software, or if there are no known causes', () => {
    expect(softwareSeen([sampleFinding])('auth.key-missing')).toBeUndefined();
    expect(softwareSeen([shown('', ['Server', 'nginx'])])('auth.key-missing')).toBeUndefined();
    expect(softwareSeen([shown('', ['Server', 'uvicorn'])])('versioning.base-path')).toBeUndefined();
  });

  test('and for any software with a cause that fits the failing case, if no software is recognized', () => {
    const of = (id: string, status: number, ...headers: readonly [string, string][]) =>
      softwareSeen([finding(id, status, '', headers)])(id)?.words;
    expect(of('invalid.name-type', 201)).toMatch(/coercionConfigFor\(LogicalType\.Textual\)/);
    expect(of('invalid.name-type', 422)).toMatch(/^FastAPI returns 422/);
    expect(of('errors.media-type', 401, ['Content-Type', 'text/plain'])).toMatch(/after WriteHeader/);
    expect(of('errors.media-type', 401, ['Content-Type', 'text/html'])).not.toMatch(/WriteHeader/);
    expect(of('invalid.body-lenient', 201)).toMatch(/NaN/);
    // A different spelling does not indicate Go.
    const other = shown('', ['X-RateLimit-Limit', '60']);
    const causes = softwareSeen([finding('invalid.name-missing', 422, ''), other])('invalid.name-missing');
    expect(causes?.isRecognized).toBe(false);
  });

  /** Returns the causes for a form of the Authorization header that failed. */
  const causesFor = (id: string, status: number, form: string, revealing: Finding) => {
    const forms = (sampleFinding.shownBy ?? []).map((one) => ({ ...one, forms: [form] }));
    return softwareSeen([{ ...finding(id, status, ''), shownBy: forms }, revealing])(id);
  };
  const go = shown('404 page not found');
  const rails = shown('', ['X-Runtime', '0.01']);
  const axum = shown('invalid HTTP header (authorization)');

  test('but not those of other software', () => {
    expect(causesFor('auth.key-exact', 400, 'key-empty', axum)?.words).toBe(
      "The responses look like axum. Common causes: axum's TypedHeader returns 400 for an empty token.",
    );
    expect(causesFor('auth.key-exact', 201, 'key-and-comma', rails)?.words).toBe(
      "The responses look like Rails. Common causes: Rails' authenticate_with_http_token reads only up to the next comma.",
    );
  });

  test('but only those for the header form that failed, even if they may occur in any software', () => {
    expect(causesFor('auth.bearer-only', 200, 'scheme-joined-by-dot', go)?.words).toMatch(
      /^The .* Go\..*Fiber/,
    );
    for (const revealing of [go, rails, sampleFinding])
      expect(causesFor('auth.bearer-only', 200, 'scheme-missing', revealing)).toEqual({
        words:
          'Code that removes the word Bearer if it is there, and does not require it, accepts a bare key.',
        isRecognized: false,
      });
    expect(causesFor('auth.bearer-only', 200, 'scheme-basic', go)).toBeUndefined();
    expect(causesFor('auth.key-exact', 200, 'key-cut', rails)).toBeUndefined();
  });

  test('and name only header forms that the kit sends', () => {
    const named = catalog.flatMap(({ software = [] }) => software.flatMap((one) => one.credentials ?? []));
    expect(named.filter((form) => !credentials.some((one) => one === form))).toEqual([]);
    expect(named).not.toEqual([]);
  });
});

test('each distinct piece of advice about a requirement is shown once', () => {
  const served = { ...sampleFinding, impact: 'Anyone gets in.', fix: 'Check the key.' };
  const refused = { ...sampleFinding, impact: 'Nothing got in.', fix: 'Return 401.', cause: 'other' };
  const report = { ...sampleReport, findings: [served, refused, served] };
  const text = terminalReport(report, { color: false, width: 110 });
  expect([...text.matchAll(/│ Fix +(.*)\n/g)].map(([, fix]) => fix)).toEqual([
    'Check the key.',
    'Return 401.',
  ]);
});
