import type { Change, Defect } from '../change.ts';
import { editResponses } from '../edits.ts';
import type { Visit } from '../parts.ts';
import { problem } from '../problem.ts';
import { type HttpResponse, valuesOf, withHeader, withoutHeader } from '../response.ts';

const bare = (response: HttpResponse): HttpResponse =>
  ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].reduce(withoutHeader, response);

const isRedirect = ({ status }: HttpResponse): boolean => status === 301 || status === 307;

/** Serves operations at their path with a trailing slash, and redirects requests without it. */
const slashed =
  (status: 301 | 307, address: (path: string, visit: Visit['incoming']) => string): Change =>
  (parts, tools) => {
    const redirecting: Change = ({ route }) => ({
      route: (method, path, basePath) => {
        if (path?.at(-1) === '') return route(method, path.slice(0, -1), basePath);
        const found = route(method, path, basePath);
        return found.kind === 'operation'
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

/** Builds the absolute address, as some frameworks do: scheme, host and path. */
const absolute = (path: string, { headers }: Visit['incoming']): string =>
  [...valuesOf(headers, 'Host').map((host) => `http://${host}`), path].join('');

/** Refuses in plain text a header that the framework cannot read. */
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
  'invalid.body-empty',
  'headers.present',
  'headers.elsewhere',
] as const;

/** Wrong statuses, chosen by a framework or by what is in front of the service. */
export const wrongStatusDefects: readonly Defect[] = [
  {
    id: 'slash-301',
    title: 'Every operation redirects with 301 to its path with a trailing slash',
    story: 'The router appends a slash to every route and redirects whoever leaves it out.',
    requirements: ['list.ok', 'create.created'],
    change: slashed(301, (path) => path),
  },
  {
    id: 'slash-307',
    title: 'Every operation redirects with 307 to its path with a trailing slash',
    story: 'The routes were declared with a slash at the end, and the framework redirects to them.',
    requirements: ['list.ok', 'create.created'],
    change: slashed(307, absolute),
  },
  {
    id: 'slash-307-bare',
    title:
      'Every operation redirects with 307 to its path with a trailing slash, without the rate-limit headers',
    story: 'The router answers before the limiter is asked.',
    requirements: ['list.ok', 'create.created', 'headers.present'],
    change: (parts, tools) => {
      const redirecting = slashed(307, absolute)(parts, tools);
      return { ...redirecting, ...editResponses(isRedirect, bare)({ ...parts, ...redirecting }, tools) };
    },
  },
  {
    id: 'authorization-unreadable',
    title: 'An Authorization header that is no bearer token is answered 400 in plain text',
    story: 'The typed header of the framework refuses what it cannot read before any handler runs.',
    requirements: ['auth.bearer-only', 'auth.key-exact', 'errors.shape', 'errors.elsewhere'],
    change: unreadable,
  },
  {
    id: 'gateway-always-empty',
    title: 'Everything is answered with an empty 200',
    story: 'The gateway has no upstream for this host and answers with its default.',
    requirements: allServed,
    change: always(''),
  },
  {
    id: 'gateway-always-welcome',
    title: 'Everything is answered with a 200 that welcomes to the platform',
    story: 'The deployment was never made, and the platform answers for it.',
    requirements: allServed,
    change: always('{"platform":"ready","docs":"see the handbook"}'),
  },
];
