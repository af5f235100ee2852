import { type Behavior, everything, lists, posts } from './behavior.ts';
import { type Deviation, deviatingOn, message, writingOn } from './message.ts';
import type { HostileTarget } from './raw-server.ts';

/** At a wrong address, a run sends at most this many requests. */
const mostRequests = 6;
const nothingThere = 'at a wrong address, there is no service that could violate the specification';
const verdictPattern = /^Nothing at this address looks like a Pet Store Service: .+--header 'NAME: VALUE'/;
const page = (title: string) => ({
  headers: [['Content-Type', 'text/html; charset=utf-8']] as const,
  body: `<html>\r\n<head><title>${title}</title></head>\r\n<body><h1>${title}</h1></body>\r\n</html>\r\n`,
});
const json = (value: unknown) => ({
  headers: [['Content-Type', 'application/json; charset=utf-8']] as const,
  body: JSON.stringify(value),
});

/** Wrong base URLs, other servers in front of a service, and faulty services that resemble these cases. */
export const addresses: readonly Behavior[] = [
  wrongPath('address-without-version', 'is reached without /v1', ''),
  wrongPath('address-of-next-version', 'is reached at /v2', '/v2'),
  wrongPath('address-of-another-path', 'is reached at /shop/v1', '/shop/v1'),
  wrong('address-forbidden', 'returns 403 for everything', 'a gateway that wants another header', () => ({
    status: 403,
    ...json({ message: 'Missing Authentication Token' }),
  })),
  wrong('address-of-nginx', 'returns the 404 page of nginx', 'another server at this port', () => ({
    status: 404,
    ...page('404 Not Found'),
  })),
  wrong('address-of-express', 'returns a 404 as JSON', 'another API at this port', () => ({
    status: 404,
    ...json({ error: 'Not Found', path: '/' }),
  })),
  wrong(
    'address-of-limited-gateway',
    'returns 404 with the rate-limit headers',
    'a gateway without this route',
    () => ({
      status: 404,
    }),
  ),
  wrong('address-of-login-page', 'returns a login page', 'single sign-on in front of the service', () => ({
    status: 200,
    ...page('Sign in'),
  })),
  wrong(
    'address-of-login-redirect',
    'redirects to a login page',
    'single sign-on in front of the service',
    () => ({
      status: 302,
      headers: [['Location', 'https://login.test/authorize?client=petstore']],
      body: '',
    }),
  ),
  wrong('address-of-plain-http', 'redirects to https', 'http in the base URL', () => ({
    status: 308,
    headers: [['Location', 'https://127.0.0.1/v1/categories']],
    body: '',
  })),
  {
    id: 'list-missing-while-empty',
    does: 'returns 404 for the list while there are no categories, and has neither pets nor orders',
    arises: 'a repository that throws if it finds no rows',
    status: 1,
    because: 'a list must return 200 (GET /categories), and a 201 shows that the service is there',
    requirements: ['list.ok'],
    start: () =>
      deviatingOn(
        ({ method, path }, { status, body }) =>
          method === 'GET' && status < 300 && (path !== '/v1/categories' || body.toString() === '[]'),
        () => ({ status: 404 }),
      ),
  },
  {
    id: 'list-cut-in-body',
    does: 'closes the connection before the end of every list',
    arises: 'a proxy that stops at 64 KB, or gzip with the length of the plain body',
    status: 1,
    because: 'a list that ends early twice, with the rate-limit headers, violates list.ok',
    requirements: ['list.ok'],
    start: () =>
      writingOn(lists, (correct, socket) => {
        const framing = [`Content-Length: ${correct.body.length + 20}`];
        socket.end(message(correct, { framing }));
      }),
  },
  {
    id: 'posts-to-slash',
    does: 'redirects every POST to the same path with a slash',
    arises: 'a router that adds a slash only to POSTs',
    status: 1,
    because: 'a creation must return 201 (POST /categories), and further POSTs would show nothing new',
    start: () =>
      counted(20, (count) =>
        deviatingOn(
          (request, correct) => posts(request, correct) && count(),
          () => ({
            status: 307,
            headers: [['Location', '/v1/categories/']],
            body: '',
          }),
        ),
      ),
  },
  ...busy('limited-with-wrong-values', 429, ['limit.retry-after-value']),
  ...busy('unavailable-with-wrong-values', 503, []),
];

/** Builds the behavior of a service that exists, but at another path of the server. */
function wrongPath(id: string, does: string, path: string): Behavior {
  return {
    id,
    does,
    arises: 'a base URL that was copied wrongly',
    status: 3,
    because: nothingThere,
    verdictPattern,
    start: () =>
      counted(mostRequests, async (count) => {
        const target = await deviatingOn(
          (request, correct) => everything(request, correct) && count(),
          () => ({}),
        );
        return { ...target, url: target.url.replace(/\/v1$/, path) };
      }),
  };
}

function wrong(id: string, does: string, arises: string, deviation: () => Deviation): Behavior {
  return {
    id,
    does,
    arises,
    status: 3,
    because: nothingThere,
    verdictPattern,
    start: () => counted(mostRequests, (count) => deviatingOn(() => count(), deviation)),
  };
}

/** Builds the behavior of a service that refuses every request, with header values that are wrong. */
function busy(id: string, status: number, also: readonly string[]): Behavior[] {
  return [
    {
      id,
      does: `returns ${status} for everything, with header values that violate the specification`,
      arises: 'a limiter that writes milliseconds and words, in front of a service that is down',
      status: 1,
      because: 'the values of these headers are wrong whatever the status is',
      requirements: ['headers.limit', 'headers.reset', ...also],
      args: ['--max-wait', '4'],
      start: () =>
        deviatingOn(everything, () => ({
          status,
          headers: [
            ['X-RateLimit-Limit', '60/min'],
            ['X-RateLimit-Remaining', '59'],
            ['X-RateLimit-Reset', String(Date.now())],
            ['Retry-After', 'in a second'],
          ],
        })),
    },
  ];
}

/** Starts a target. It complains if `count` was called for more than `most` requests. */
async function counted(
  most: number,
  start: (count: () => true) => Promise<HostileTarget>,
): Promise<HostileTarget> {
  let requests = 0;
  const target = await start(() => {
    requests++;
    return true;
  });
  return {
    ...target,
    complaint: () => (requests <= most ? undefined : `it got ${requests} requests, more than ${most}`),
  };
}
