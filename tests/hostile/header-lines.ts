import { type Behavior, everything, lists } from './behavior.ts';
import { type Deviation, deviatingOn, withHeader } from './message.ts';
import type { CorrectResponse, HostileTarget } from './raw-server.ts';

const present = 'each header must have one value (headers.present)';
const unread = 'responses that are not HTTP cannot be tested';
const free = 'other headers are allowed';
const notHttp =
  /The target's response is not valid HTTP: (a header line is not valid|.+ or contain an invalid line)/;

/** Too many header lines, and header lines that are too long, repeated or malformed. */
export const headerLines: readonly Behavior[] = [
  {
    id: 'header-of-70-kb',
    does: 'sends a header line of 70 KB',
    arises: 'a cookie that grows',
    status: 3,
    because: unread,
    verdictPattern: /response headers exceed 64 KB/,
    start: () => adding(['X-Big', 'x'.repeat(70_000)]),
  },
  {
    id: 'headers-in-thousands',
    does: 'sends 20,000 header lines',
    arises: 'a loop in middleware',
    status: 3,
    because: unread,
    verdictPattern: /response headers exceed 64 KB/,
    start: () => adding(...Array.from({ length: 20_000 }, (_, at) => [`X-${at}`, '1'] as const)),
  },
  {
    id: 'headers-within-the-cap',
    does: 'sends 6,000 header lines of 9 bytes',
    arises: 'a loop in middleware',
    status: 0,
    because: free,
    start: () => adding(...Array.from({ length: 6_000 }, () => ['X-A', '1'] as const)),
  },
  {
    id: 'limit-twice-differing',
    does: 'sends two different X-RateLimit-Limit headers',
    arises: 'a gateway that also limits',
    status: 1,
    because: present,
    requirements: ['headers.present'],
    start: () => adding(['X-RateLimit-Limit', '7']),
  },
  {
    id: 'remaining-of-5000-digits',
    does: 'sends a Remaining of 5,000 digits',
    arises: 'malice',
    status: 1,
    because: 'Remaining must be an integer from 0 to Limit (headers.remaining)',
    requirements: ['headers.remaining'],
    args: ['--only', 'headers.remaining'],
    start: () => setting('X-RateLimit-Remaining', '9'.repeat(5_000)),
  },
  {
    id: 'limit-in-script',
    does: 'sends a Limit with escape sequences and a workflow command',
    arises: 'malice',
    status: 1,
    because: 'Limit must be a positive integer (headers.limit)',
    requirements: ['headers.limit'],
    args: ['--only', 'headers.limit'],
    start: () => setting('X-RateLimit-Limit', '\u009b2J::error::60'),
  },
  {
    id: 'reset-infinite',
    does: 'sends a Reset of 1e999',
    arises: 'a division by zero',
    status: 1,
    because: 'Reset must be a Unix timestamp in seconds (headers.reset)',
    requirements: ['headers.reset'],
    args: ['--only', 'headers.reset'],
    start: () => setting('X-RateLimit-Reset', '1e999'),
  },
  {
    id: 'media-type-twice',
    does: 'sends a list with two media types',
    arises: 'a middleware that adds a header instead of setting it',
    status: 1,
    because: 'the list must be application/json (list.media-type)',
    requirements: ['list.media-type'],
    start: () =>
      deviatingOn(lists, ({ headers }) => ({ headers: [...headers, ['Content-Type', 'text/html']] })),
  },
  {
    id: 'header-folded',
    does: 'folds a header over two lines',
    arises: 'an old server',
    status: 3,
    because: 'RFC 9112 5.2 forbids folded headers, and responses that are not HTTP cannot be tested',
    verdictPattern: notHttp,
    start: () => adding(['X-Folded', 'one\r\n two']),
  },
  malformed('header-without-name', 'sends a header line without a name', ['', 'nobody']),
  malformed('header-blank-before-colon', 'puts a space before the colon of a header', ['X-Note ', 'a']),
  malformed('header-nul', 'puts a NUL into a header', ['X-Note', 'a\u0000b']),
  malformed('header-carriage-return', 'puts a lone carriage return into a header', [
    'X-Note',
    'a\rX-RateLimit-Limit: 1',
  ]),
  malformed('header-name-not-ascii', 'sends a header whose name is not ASCII', ['X-N\u00f6te', 'a']),
  {
    id: 'header-without-colon',
    does: 'sends a header line without a colon',
    arises: 'a handwritten server',
    status: 3,
    because: unread,
    verdictPattern: notHttp,
    start: () =>
      deviating((correct) => ({ framing: [`Content-Length: ${correct.body.length}`, 'nonsense'] })),
  },
  {
    id: 'header-values-not-ascii',
    does: 'sends non-ASCII header values in Latin-1 and in UTF-8',
    arises: 'personal names in headers',
    status: 0,
    because: free,
    start: () => adding(['X-Latin', 'caf\u00e9'], ['X-Utf8', Buffer.from('日本').toString('latin1')]),
  },
  {
    id: 'cookies',
    does: 'sets 200 cookies',
    arises: 'a tracker',
    status: 0,
    because: `${free}, and the kit must not send cookies back`,
    start: async () => {
      let returned = 0;
      const target = await deviatingOn(
        ({ headers }) => {
          if (headers.some(([name]) => name.toLowerCase() === 'cookie')) returned++;
          return true;
        },
        ({ headers }) => ({
          headers: [
            ...headers,
            ...Array.from({ length: 200 }, (_, at) => ['Set-Cookie', `c${at}=1`] as const),
          ],
        }),
      );
      return {
        ...target,
        complaint: () => (returned === 0 ? undefined : `${returned} requests had cookies`),
      };
    },
  },
  {
    id: 'date-of-another-age',
    does: 'sends a Date in the year 9999',
    arises: 'a broken clock',
    status: 1,
    because: "Reset must not be in the past, by the server's own Date (headers.reset)",
    requirements: ['headers.reset'],
    args: ['--only', 'headers.reset'],
    start: () => setting('Date', 'Fri, 31 Dec 9999 23:59:59 GMT'),
  },
];

function malformed(id: string, does: string, line: readonly [string, string]): Behavior {
  const arises = 'a handwritten server, or header smuggling';
  return { id, does, arises, status: 3, because: unread, verdictPattern: notHttp, start: () => adding(line) };
}

function deviating(deviation: (correct: CorrectResponse) => Deviation): Promise<HostileTarget> {
  return deviatingOn(everything, deviation);
}

function adding(...lines: readonly (readonly [string, string])[]): Promise<HostileTarget> {
  return deviating(({ headers }) => ({ headers: [...headers, ...lines] }));
}

function setting(name: string, value: string): Promise<HostileTarget> {
  return deviating((correct) => ({ headers: withHeader(correct, name, value).headers }));
}
