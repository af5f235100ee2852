import { describe, expect, test } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { readingOnly } from '../../src/config/options.ts';
import { whyUntestable } from '../../src/engine/first-contact.ts';
import type { Exchange, FaultKind, HeaderLine } from '../../src/exchange/exchange.ts';
import type { Report } from '../../src/report/model/report.ts';
import { runInMemory } from '../support/in-memory.ts';
import { cutOff } from '../support/responses.ts';
import { idsWith } from '../support/run-against.ts';
import { htmlPage, jsonResponse, runScripted, type Script, type Scripted } from '../support/scripted.ts';

const four = ['GET /v1/categories', 'GET /v1/store/orders', 'GET /v1/pets/1', 'POST /v1/categories'];
const nothing = 'Nothing at this address looks like a Pet Store Service: ';
const all = 'GET /categories, GET /store/orders, GET /pets/1 and POST /categories returned ';

const always =
  (response: Scripted): Script =>
  () =>
    response;
const notFound = jsonResponse(404, { error: 'not found' });
const redirectTo = (location: string, status = 302): Scripted => ({
  status,
  headers: [['Location', location]],
});
const limitHeaders: readonly HeaderLine[] = [
  ['X-RateLimit-Limit', '60'],
  ['X-RateLimit-Remaining', '59'],
  ['X-RateLimit-Reset', String(Math.ceil(Date.now() / 1000) + 60)],
];

const outcomeOf = ({ verdict }: Report) => [verdict.exitStatus, verdict.outcome];

describe('a run against a wrong address sends at most four requests and ends with status 3', () => {
  test.each<readonly [string, Scripted, string]>([
    ['a 404 with JSON', notFound, '404 with other JSON'],
    ['a 404 from nginx', htmlPage(404, '404 Not Found'), '404 with an HTML page'],
    [
      'a 404 from Express without a Content-Type',
      { status: 404, body: 'Cannot GET /x' },
      '404 with a body of type unknown',
    ],
    ['a 404 with the rate-limit headers', { ...notFound, headers: limitHeaders }, '404 with other JSON'],
    ['a 403 from a gateway', jsonResponse(403, { message: 'Forbidden' }), '403 with other JSON'],
    ['a 405', { status: 405 }, '405 without a body'],
    ['a 410', { status: 410 }, '410 without a body'],
    ['a 501', { status: 501 }, '501 without a body'],
    ['a login page', htmlPage(200, 'Log in'), '200 with an HTML page'],
    ['a page without a Content-Type', { status: 200, body: '\n <HTML lang="en">' }, '200 with an HTML page'],
    ['an HTML page as an error', htmlPage(400, 'Bad request'), '400 with an HTML page'],
    [
      'plain text',
      { status: 200, headers: [['Content-Type', 'text/plain']], body: 'It works!' },
      '200 with a body of type text/plain',
    ],
    ['nothing', { status: 204 }, '204 without a body'],
    [
      'a redirect to a login page',
      redirectTo('https://login.test/?from=petstore'),
      '302, a redirect to https://login.test/?from=petstore',
    ],
    ['a redirect without a Location', { status: 300 }, '300, a redirect without a Location'],
  ])('%s', async (_what, response, says) => {
    const { report, sent } = await runScripted(always(response));
    expect(sent).toEqual(four);
    expect(outcomeOf(report)).toEqual([3, 'no verdict']);
    expect(report.verdict.sentence).toContain(
      `${nothing}${all}${says}. Likely causes, most common first: (1) the base URL is wrong: `,
    );
    expect(report.verdict.sentence).toMatch(
      /; \(2\) something in front of the service.*; \(3\) a gateway requires another header \(--header 'NAME: VALUE'\)\.$/,
    );
    expect(idsWith(report, 'pass', 'fail', 'warn', 'observed')).toEqual([]);
  });

  test('even if each operation returns a different response; the verdict names all of them', async () => {
    const { report, sent } = await runScripted((method, path) => {
      if (method === 'POST') return { status: 405 };
      return path.endsWith('/categories') ? jsonResponse(200, { status: 'ok' }) : htmlPage(404, 'Not Found');
    });
    expect(sent).toEqual(four);
    expect(report.verdict.sentence).toContain(
      `${nothing}GET /categories returned 200 with other JSON; GET /store/orders and GET /pets/1 returned 404 with an HTML page; POST /categories returned 405 without a body.`,
    );
  });

  test('or only three requests if the run is read-only', async () => {
    const { report, sent } = await runScripted(always(notFound), readingOnly);
    expect(sent).toEqual(four.slice(0, 3));
    expect(report.verdict.sentence).toContain(
      `${nothing}GET /categories, GET /store/orders and GET /pets/1 returned 404`,
    );
  });

  test('also with --only and with every profile', async () => {
    for (const settings of [{ only: 'auth.*' }, { profile: 'gentle' }, { profile: 'thorough' }] as const)
      expect((await runScripted(always(notFound), settings)).sent).toEqual(four);
  });
});

describe('the verdict on a wrong address suggests', () => {
  const suggested = async (response: Scripted, url?: string, headers: readonly HeaderLine[] = []) =>
    (await runScripted(always(response), { headers }, url)).report.verdict.sentence;

  test.each([
    ['http://shop.test', 'it must end in /v1, so try --base-url http://shop.test/v1;'],
    ['http://shop.test/api/', 'it must end in /v1, so try --base-url http://shop.test/api/v1;'],
    ['http://shop.test/v2', 'it must end in /v1, so try --base-url http://shop.test/v1;'],
    ['http://shop.test/V1', 'it must end in /v1, so try --base-url http://shop.test/v1;'],
    ['http://shop.test/api/v1/categories', 'it must end in /v1, so try --base-url http://shop.test/api/v1;'],
    ['http://shop.test/api/V1/pets/7', 'it must end in /v1, so try --base-url http://shop.test/api/v1;'],
    ['http://shop.test/api/v12', 'it must end in /v1, so try --base-url http://shop.test/api/v1;'],
    [
      'http://shop.test/shop/v1',
      'check the host, the port, and the path before /v1 (http://shop.test/shop/v1);',
    ],
  ])('a base URL to use instead of %s', async (url, says) => {
    expect(await suggested(notFound, url)).toContain(`(1) the base URL is wrong: ${says}`);
  });

  const long = 'x'.repeat(300);
  test.each([
    ['https://shop.test/api/v2/categories', 'https://shop.test/api/v2'],
    ['/v2/categories/', 'http://shop.test/v2'],
    [`http://shop.test/${long}/categories`, `http://shop.test/${'x'.repeat(183)}`],
  ])('the base URL that a redirect to %s names', async (location, other) => {
    const sentence = await suggested(redirectTo(location, 308));
    expect(sentence).toContain(`if the redirect leads to the service, use --base-url ${other};`);
    expect(sentence).toContain('the kit does not follow redirects, to protect the key;');
    expect(sentence).toContain(`308, a redirect to ${location.slice(0, 200)}. `);
  });

  test.each(['/v2/categories/1', 'ftp://shop.test/categories', 'http://[', 'http://shop.test/v1/categories'])(
    'no base URL for a redirect to %s',
    async (location) => {
      const sentence = await suggested(redirectTo(location), 'http://shop.test/v1/');
      expect(sentence).toContain('check the host, the port, and the path before /v1');
    },
  );

  test('adding a header, and names the extra headers that the run sent', async () => {
    const sentence = await suggested(jsonResponse(403, {}), undefined, [
      ['X-Tenant', 'shop-1'],
      ['X-Tier', 'a'],
    ]);
    expect(sentence).toContain(
      "(3) a gateway requires another header (--header 'NAME: VALUE'; this run sent X-Tenant, X-Tier).",
    );
    expect(sentence).not.toContain('shop-1');
  });
});

describe('a service is judged', () => {
  const created = jsonResponse(201, { id: 1, name: 'x' });

  test.each<readonly [string, Script, readonly string[]]>([
    [
      'once the orders are served',
      (_method, path) => (path.includes('orders') ? jsonResponse(200, []) : notFound),
      four.slice(0, 2),
    ],
    [
      'once the pet is served',
      (_method, path) => (path.includes('pets') ? jsonResponse(200, {}) : notFound),
      four.slice(0, 3),
    ],
    ['once a category is created', (method) => (method === 'POST' ? created : notFound), four],
    [
      'once a category is created, whatever the body',
      (method) => (method === 'POST' ? { status: 201 } : notFound),
      four,
    ],
    [
      'once a POST returns 400 with an object',
      (method) => (method === 'POST' ? jsonResponse(400, {}) : notFound),
      four,
    ],
    [
      'once an operation returns 500',
      (_method, path) => (path.includes('orders') ? { status: 500 } : notFound),
      four.slice(0, 2),
    ],
    [
      'if the list is redirected to a trailing slash',
      () => redirectTo('/v1/categories/', 308),
      four.slice(0, 1),
    ],
    [
      'if the server returns a list that is not an array',
      (_method, path) =>
        path.endsWith('categories') ? jsonResponse(200, { items: [] }) : jsonResponse(200, {}),
      four.slice(0, 2),
    ],
    [
      'if the server returns a list without a body',
      (_method, path) =>
        path.endsWith('categories')
          ? { status: 200 }
          : jsonResponse(404, { code: 'a', message: 'b', status: 404 }),
      four,
    ],
  ])('%s', async (_what, respond, before) => {
    const posts = (method: string, path: string, number: number) =>
      method === 'POST' && path === '/v1/categories' && before.length < 4
        ? created
        : respond(method, path, number);
    const { report, sent } = await runScripted(
      _what.includes('without a body') ? (m, p, n) => (m === 'POST' ? created : respond(m, p, n)) : posts,
    );
    expect(sent.slice(0, before.length)).toEqual(before);
    expect(sent.length).toBeGreaterThan(10);
    expect(outcomeOf(report)).toEqual([1, 'does not conform']);
    expect(idsWith(report, 'fail')).toContain('list.ok');
    expect(report.verdict.sentence).not.toContain(nothing);
  });

  test('and the requests that identified it are not sent again', async () => {
    const { sent } = await runScripted((method) => (method === 'POST' ? created : notFound), {
      only: 'orders.exists',
      exhaust: false,
    });
    expect(sent).toEqual(four);
  });

  test('once another operation returns JSON that is not an array, whatever the POST returns', async () => {
    const { report } = await runScripted((_method, path) =>
      path.includes('pets') ? jsonResponse(200, {}) : notFound,
    );
    expect(outcomeOf(report)).toEqual([1, 'does not conform']);
  });

  test('with pairs of requests on one connection, which are sent after the service was identified', async () => {
    const change = defects.find(({ id }) => id === 'list-missing-while-empty')?.change ?? [];
    const [usual, { report }] = await Promise.all([runInMemory(), runInMemory({ change })]);
    expect(idsWith(report, 'fail')).toEqual(['list.ok']);
    expect(report.requests.total).toBe(usual.report.requests.total);
    expect(JSON.stringify(report.requirements)).not.toContain('closes its connections');
  });

  test('but not after a 400 with an HTML page', async () => {
    const { sent } = await runScripted((method) => (method === 'POST' ? htmlPage(400, 'Bad') : notFound));
    expect(sent).toEqual(four);
  });
});

function failed(kind: FaultKind, headers?: readonly HeaderLine[]): Exchange {
  const head = headers === undefined ? {} : { status: 200, headers };
  return { ...cutOff(0), outcome: { kind: 'fault', fault: { kind, sentence: 'it broke', ...head } } };
}

describe('a first request', () => {
  const why = (first: Exchange) =>
    whyUntestable(first, { baseUrl: 'http://shop.test/v1', headers: [] }, () => {
      throw new Error('nothing more is sent');
    });
  const unreachable =
    'Cannot reach the target: it broke. Is the server running, and is the port in --base-url right?';
  test.each<readonly [FaultKind, string]>([
    ['unknown-host', 'Cannot find the target: it broke. Check the host in --base-url.'],
    ['refused', unreachable],
    ['unreachable', unreachable],
    ['tls', 'Cannot connect to the target securely: it broke.'],
    [
      'proxy',
      'The proxy from HTTP_PROXY or HTTPS_PROXY failed, not the target: it broke. Check the variable, or add the host to NO_PROXY.',
    ],
    [
      'timeout',
      'The target does not respond: it broke. Is the server running? Use --timeout SECONDS to wait longer.',
    ],
    ['not-http', 'The target does not speak HTTP: it broke. Is the port right? Should it be https?'],
    [
      'malformed',
      "The target's response is not valid HTTP: it broke. Fix it in the server, or in the proxy in front of it.",
    ],
    ['too-big', "The target's response is not complete: it broke."],
    ['cut', "The target's response is not complete: it broke."],
    ['aborted', 'The run was interrupted before the first response.'],
  ])('that fails with "%s" leads to a reason and advice', async (kind, says) => {
    expect(await why(failed(kind))).toBe(says);
  });

  test('whose response is cut off after the headers is judged if the headers come from the service', async () => {
    for (const header of limitHeaders) expect(await why(failed('cut', [header]))).toBeUndefined();
    expect(await why(failed('cut', [['Server', 'nginx']]))).toContain('is not complete');
    expect(await why(failed('timeout', limitHeaders))).toBe(
      'The target does not finish its response: it broke, although its headers arrived. Is Content-Length larger than the body? Use --timeout SECONDS to wait longer.',
    );
  });

  test.each([
    [{}, 'PETSTORE_API_KEY'],
    [{ keyFile: 'key.txt' }, 'key.txt'],
  ])(
    'that is refused is the only request, and the verdict names the source of the key: %o',
    async (from, name) => {
      const { report, sent } = await runScripted(always(jsonResponse(401, {}, limitHeaders)), from);
      expect(sent).toEqual(four.slice(0, 1));
      expect(outcomeOf(report)).toEqual([3, 'no verdict']);
      expect(report.verdict.sentence).toBe(
        `The key was refused: GET /categories returned 401. Check ${name}, and whether the key is for this base URL.`,
      );
    },
  );

  test('that returns an error page about the client certificate is the only request', async () => {
    const page = htmlPage(400, '400 No required SSL certificate was sent');
    const { report, sent } = await runScripted(always(page));
    expect(sent).toHaveLength(1);
    expect(report.verdict.sentence).toBe(
      'Something in front of the server returned 400 because of the client certificate. Use --cert FILE and --cert-key FILE, or check those files.',
    );
    const later = { ...page, body: `${page.body}${' '.repeat(200)}`.replace('SSL certificate', 'page') };
    expect((await runScripted(always(later))).sent).toEqual(four);
  });

  test.each([502, 503, 504])(
    'that returns a %i page from a gateway is retried, and nothing else is sent',
    async (status) => {
      const { report, sent } = await runScripted(always(htmlPage(status, 'Bad gateway')));
      expect(new Set(sent)).toEqual(new Set(four.slice(0, 1)));
      expect(sent.length).toBeLessThanOrEqual(6);
      expect(report.verdict.sentence).toBe(
        `Something in front of the service returned ${status} with an HTML page. Is the service running? If it is, check --base-url.`,
      );
    },
  );
});

describe('a service that only responds with 429 or 503', () => {
  const badValues: readonly HeaderLine[] = [
    ['X-RateLimit-Limit', 'sixty'],
    ['X-RateLimit-Remaining', '-1'],
    ['Retry-After', 'soon'],
  ];
  const mixed =
    (headers: readonly HeaderLine[]): Script =>
    (_method, _path, number) =>
      jsonResponse(number % 2 === 0 ? 429 : 503, {}, headers);
  const cases = (headers: readonly HeaderLine[]) =>
    [
      ['429', always(jsonResponse(429, {}, headers)), 'The first request was not served: '],
      ['503', always(jsonResponse(503, {}, headers)), 'The service was not available: it returned 503 to '],
      ['both', mixed(headers), 'The service was not available: it returned 503 to '],
    ] as const;

  test.each(cases([['Retry-After', '1']]))('leads to exit status 3: %s', async (_statuses, respond, says) => {
    const { report } = await runScripted(respond);
    expect(outcomeOf(report)).toEqual([3, 'no verdict']);
    expect(report.verdict.sentence).toContain(says);
    expect(idsWith(report, 'pass', 'fail', 'warn', 'observed')).toEqual([]);
  });

  test.each(cases(badValues))(
    'leads to exit status 1 if its header values are wrong: %s',
    async (statuses, respond) => {
      const { report } = await runScripted(respond);
      expect(outcomeOf(report)).toEqual([1, 'does not conform']);
      expect(idsWith(report, 'fail')).toEqual([
        'headers.limit',
        'headers.remaining',
        ...(statuses === '503' ? [] : ['limit.retry-after-value']),
      ]);
      expect(idsWith(report, 'pass', 'warn', 'observed')).toEqual([]);
    },
  );

  test('is judged as soon as it returns anything else', async () => {
    const { report } = await runScripted((method, path, number) => {
      if (number <= 5) return jsonResponse(503, {});
      return method === 'POST' ? jsonResponse(500, {}) : jsonResponse(path.endsWith('s') ? 200 : 404, []);
    });
    expect(outcomeOf(report)).toEqual([1, 'does not conform']);
    expect(idsWith(report, 'fail')).toEqual(
      expect.arrayContaining(['headers.present', 'list.ok', 'create.created']),
    );
  });
});

describe('a server that redirects every request to a trailing slash', () => {
  test('violates list.ok and create.created, but no requirement about invalid bodies', async () => {
    const { report } = await runScripted((_method, path) => redirectTo(`${path}/`, 308));
    expect(idsWith(report, 'fail').filter((id) => id.startsWith('invalid.'))).toEqual([]);
    expect(idsWith(report, 'fail')).toEqual(expect.arrayContaining(['list.ok', 'create.created']));
  });
});
