import type { Change, Defect } from '../changes/change.ts';
import { editResponses, isOperation } from '../changes/edits.ts';
import { withHeader, withoutHeader } from '../changes/headers.ts';
import type { Visit } from '../parts.ts';
import { problem } from '../problem.ts';
import { type HttpResponse, valuesOf } from '../response.ts';
import type { Route } from '../routing.ts';

const bare = (response: HttpResponse): HttpResponse =>
  ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].reduce(withoutHeader, response);

const isRedirect = ({ status }: HttpResponse): boolean => status === 301 || status === 307;

/** Serves operations at their path with a trailing slash, and redirects requests without the slash. */
const slashed =
  (
    status: 301 | 307,
    address: (path: string, visit: Visit['incoming']) => string,
    which: (route: Route) => boolean = ({ kind }) => kind === 'operation',
  ): Change =>
  (parts, tools) => {
    const redirecting: Change = ({ route }) => ({
      route: (method, path, basePath) => {
        if (path?.at(-1) === '') return route(method, path.slice(0, -1), basePath);
        const found = route(method, path, basePath);
        return which(found)
          ? { kind: 'refused', problem: problem(status, 'moved', 'See Location.'), headers: [] }
          : found;
      },
    });
    const changed = { ...parts, ...redirecting(parts, tools) };
    const located = editResponses(isRedirect, (response, { incoming }) => ({
      ...withHeader(
        withoutHeader(response, 'Content-Type'),
        'Location',
        address(`/${(incoming.path ?? []).join('/')}/`, incoming),
      ),
      body: new Uint8Array(),
    }));
    return { ...redirecting(parts, tools), ...located(changed, tools) };
  };

/** Builds the absolute URL from scheme, host and path, as some frameworks do. */
const absolute = (path: string, { headers }: Visit['incoming']): string =>
  [...valuesOf(headers, 'Host').map((host) => `http://${host}`), path].join('');

/** Refuses, in plain text, a request whose Authorization header the framework cannot parse. */
const unreadable: Change = editResponses(
  ({ status }, { incoming }) =>
    status === 401 &&
    valuesOf(incoming.headers, 'Authorization').some((value) => !/^bearer +[^ ]+$/i.test(value.trim())),
  (response) => ({
    ...['WWW-Authenticate', 'Content-Type'].reduce(withoutHeader, response),
    status: 400,
    body: new TextEncoder().encode('invalid HTTP header (authorization)'),
  }),
);

/** Sends the same response to every request. */
const always = (text: string): Change =>
  editResponses(
    () => true,
    (response) => ({ ...bare(response), status: 200, body: new TextEncoder().encode(text) }),
  );

/** The requirements that fail if every request gets a 200. */
const allServed = [
  'auth.key-missing',
  'auth.key-invalid',
  'auth.key-exact',
  'auth.bearer-only',
  'list.ok',
  'create.created',
  'invalid.name-missing',
  'invalid.name-type',
  'invalid.description-type',
  'invalid.body-type',
  'invalid.body-malformed',
  'invalid.either',
  'invalid.body-empty',
  'headers.present',
  'headers.elsewhere',
] as const;

/** Servers whose framework or gateway chooses a wrong status. */
export const wrongStatusDefects: readonly Defect[] = [
  {
    id: 'invalid-503-for-an-hour',
    title: 'Returns 503 with Retry-After 3600 for every invalid body',
    story: 'A circuit breaker counts validation errors as failures of the service behind it.',
    requirements: [
      ...['invalid.name-missing', 'invalid.name-type', 'invalid.description-type', 'invalid.body-type'],
      ...['invalid.body-malformed', 'invalid.either', 'invalid.body-bytes', 'invalid.body-empty'],
      'errors.elsewhere',
    ],
    change: editResponses(
      ({ status }, { route }) => status === 400 && route.kind === 'operation',
      (response) => ({ ...withHeader(response, 'Retry-After', '3600'), status: 503 }),
    ),
  },
  {
    id: 'slash-301',
    title: 'Redirects every operation with 301 to its path with a trailing slash',
    story: 'The router appends a slash to every route and redirects requests without one.',
    requirements: ['list.ok', 'create.created'],
    change: slashed(301, (path) => path),
  },
  {
    id: 'slash-307',
    title: 'Redirects every operation with 307 to its path with a trailing slash',
    story: 'The routes are declared with a trailing slash, and the framework redirects to them.',
    requirements: ['list.ok', 'create.created'],
    change: slashed(307, absolute),
  },
  {
    id: 'slash-307-bare',
    title:
      'Redirects every operation with 307 to its path with a trailing slash, without the rate-limit headers',
    story: 'The router responds before the limiter runs.',
    requirements: ['list.ok', 'create.created', 'headers.present'],
    change: (parts, tools) => {
      const redirecting = slashed(307, absolute)(parts, tools);
      return { ...redirecting, ...editResponses(isRedirect, bare)({ ...parts, ...redirecting }, tools) };
    },
  },
  {
    id: 'slash-307-post',
    title: 'Redirects every creation with 307 to its path with a trailing slash',
    story: 'The list is declared without the slash, and the creation with one.',
    requirements: ['create.created'],
    change: slashed(307, absolute, (route) => isOperation(route, 'createCategory')),
  },
  {
    id: 'authorization-unreadable',
    title: 'Returns 400 in plain text for an Authorization header that is not a bearer token',
    story: "The framework's typed header refuses what it cannot parse before any handler runs.",
    requirements: ['auth.bearer-only', 'auth.key-exact', 'errors.shape', 'errors.elsewhere'],
    change: unreadable,
  },
  {
    id: 'gateway-always-welcome',
    title: "Returns a 200 with the platform's welcome page for every request",
    story: 'The server was never deployed, and the platform responds instead.',
    requirements: allServed,
    change: always('{"platform":"ready","docs":"see the handbook"}'),
  },
];
