import { createServer } from 'node:net';
import { type Behavior, creations, everything, refusals, type Which } from './behavior.ts';
import { deviatingOn } from './message.ts';
import { type HostileTarget, listen } from './raw-server.ts';

const untested = 'a target that redirects everything is not a Pet Store Service';

/** Redirects of every kind. The kit must not follow any of them: a second server must get no connection. */
export const redirects: readonly Behavior[] = [
  elsewhere(
    'redirect-same-host',
    'redirects to another path of the same host',
    (_other, own) => `${own}/moved`,
  ),
  elsewhere('redirect-loop', 'redirects every request to itself', (_other, own) => `${own}/categories`),
  elsewhere('redirect-other-host', 'redirects to another server', (other) => `${other}/v1/categories`),
  elsewhere('redirect-no-scheme', 'redirects to another server without a scheme', (other) =>
    other.replace('http:', ''),
  ),
  elsewhere('redirect-file', 'redirects to a file', () => 'file:///etc/passwd'),
  elsewhere('redirect-nowhere', 'redirects without a Location', () => undefined),
  {
    id: 'redirect-with-headers',
    does: 'redirects every list, with the rate-limit headers',
    arises: 'a missing slash',
    status: 1,
    because: "a response with the rate-limit headers is the target's own",
    requirements: ['list.ok'],
    start: () => redirecting(({ method }, { status }) => method === 'GET' && status === 200, 308),
  },
  {
    id: 'refusals-to-login',
    does: 'redirects to a login page on another server instead of each 401',
    arises: 'a framework made for browsers',
    status: 1,
    because: 'a missing key must return 401 (Authentication 3)',
    requirements: ['auth.bearer-only', 'auth.key-exact', 'auth.key-invalid', 'auth.key-missing'],
    start: () => redirecting(refusals, 302),
  },
  {
    id: 'creations-307',
    does: 'redirects each creation to another server',
    arises: 'a server that moved',
    status: 1,
    because: 'a creation must return 201 (POST /categories)',
    requirements: ['create.created'],
    start: () => redirecting(creations, 307),
  },
  {
    id: 'services-elsewhere',
    does: 'names another server in Alt-Svc, Refresh, Link and Content-Location',
    arises: 'HTTP/3, or an attempt to divert clients',
    status: 0,
    because: 'other headers are allowed, and no request may follow them',
    start: () =>
      withOtherServer((other) =>
        deviatingOn(everything, ({ headers }) => ({
          headers: [
            ...headers,
            ['Alt-Svc', `h2="${other.replace('http://', '')}"; ma=3600`],
            ['Refresh', `0; url=${other}`],
            ['Link', `<${other}>; rel=canonical`],
            ['Content-Location', other],
          ],
        })),
      ),
  },
];

function elsewhere(
  id: string,
  does: string,
  location: (other: string, own: string) => string | undefined,
): Behavior {
  return {
    id,
    does,
    arises: 'a base URL that moved, or an attempt to steal the key',
    status: 3,
    because: untested,
    verdictPattern:
      /^Nothing at this address looks like .+ returned 302, a redirect (to .+|without a Location)\. /,
    start: () =>
      withOtherServer((other) =>
        deviatingOn(everything, () => {
          const to = location(other, '/v1');
          return { status: 302, headers: to === undefined ? [] : [['Location', to]], body: '' };
        }),
      ),
  };
}

function redirecting(which: Which, status: number): Promise<HostileTarget> {
  return withOtherServer((other) =>
    deviatingOn(which, ({ headers }) => ({
      status,
      headers: [...headers, ['Location', `${other}/v1/categories`]],
    })),
  );
}

/** Starts a target and a second server, which must get no connection. */
async function withOtherServer(start: (other: string) => Promise<HostileTarget>): Promise<HostileTarget> {
  let connections = 0;
  const listener = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  const port = await listen(listener);
  const target = await start(`http://127.0.0.1:${port}`);
  return {
    ...target,
    complaint: () => (connections === 0 ? undefined : `another server got ${connections} connections`),
    async close() {
      await target.close();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
