import { type Behavior, everything, laterLists, lists } from './behavior.ts';
import {
  chunked,
  type Deviation,
  deviatingOn,
  handlingConnections,
  head,
  message,
  writingOn,
} from './message.ts';
import type { CorrectResponse } from './raw-server.ts';

const legal = 'chunked encoding is legal';
const notJson = 'a truncated list is not a JSON array (GET /categories)';
const broken = 'an unreadable response is not a list (GET /categories)';
const unread = 'without a readable response, nothing can be tested';
const closed = 'closing a connection between responses is legal';
const inChunks = ['Transfer-Encoding: chunked'];

/** Lengths, chunks and trailers that contradict each other or the body. */
export const framing: readonly Behavior[] = [
  {
    id: 'length-too-short',
    does: 'sends a Content-Length shorter than the list',
    arises: 'characters counted as bytes',
    status: 1,
    because: notJson,
    requirements: ['list.ok'],
    start: () => deviatingOn(lists, ({ body }) => ({ framing: [`Content-Length: ${body.length - 1}`] })),
  },
  {
    id: 'length-too-long',
    does: 'sends a Content-Length longer than the list, and waits',
    arises: 'a body that was compressed after it was counted',
    status: 1,
    because: 'a request that keeps failing violates the requirement that it was sent for',
    requirements: ['list.ok'],
    args: ['--timeout', '2', '--only', 'list.*'],
    start: () => deviatingOn(laterLists, ({ body }) => ({ framing: [`Content-Length: ${body.length + 9}`] })),
  },
  ...unreadable('length-negative', 'sends a negative Content-Length', () => ({
    framing: ['Content-Length: -5'],
  })),
  ...unreadable('length-huge', 'sends a Content-Length beyond 64 bits', () => ({
    framing: ['Content-Length: 99999999999999999999999'],
  })),
  ...unreadable('length-with-word', 'sends a Content-Length with a word after the number', ({ body }) => ({
    framing: [`Content-Length: ${body.length} bytes`],
  })),
  ...unreadable('length-twice', 'sends two Content-Lengths that differ', ({ body }) => ({
    framing: [`Content-Length: ${body.length}`, `Content-Length: ${body.length + 1}`],
  })),
  ...unreadable('length-and-chunks', 'sends both a Content-Length and chunks', ({ body }) => ({
    framing: [`Content-Length: ${body.length}`, ...inChunks],
    body: chunked(body, 7),
  })),
  ...unreadable('chunk-size-no-number', 'sends a chunk size that is not a number', () => ({
    framing: inChunks,
    body: 'zz\r\n[]\r\n0\r\n\r\n',
  })),
  ...unreadable('chunk-size-huge', 'sends a chunk size beyond 64 bits', () => ({
    framing: inChunks,
    body: 'fffffffffffffffff\r\n[]\r\n0\r\n\r\n',
  })),
  ...unreadable('chunk-size-negative', 'sends a negative chunk size', () => ({
    framing: inChunks,
    body: '-2\r\n[]\r\n0\r\n\r\n',
  })),
  ...unreadable('chunk-too-long', 'sends more bytes than the chunk size says', () => ({
    framing: inChunks,
    body: '1\r\n[]\r\n0\r\n\r\n',
  })),
  {
    id: 'last-chunk-missing',
    does: 'closes the connection without the last chunk',
    arises: 'a crash while writing the list',
    status: 1,
    because: 'a list that keeps ending early, with the rate-limit headers, violates list.ok',
    requirements: ['list.ok'],
    start: () =>
      writingOn(everything, (correct, socket) => {
        const whole = message(correct, { framing: inChunks, body: chunked(correct.body, 7) });
        socket.end(whole.subarray(0, whole.length - 5));
      }),
  },
  {
    id: 'chunks-of-a-byte',
    does: 'sends every body in chunks of one byte, the first with an extension',
    arises: 'an unbuffered stream',
    status: 0,
    because: legal,
    start: () =>
      deviatingOn(everything, ({ body }) => ({
        framing: inChunks,
        body: Buffer.from(chunked(body, 1).toString('latin1').replace(/^1\r/, '1;a="b"\r'), 'latin1'),
      })),
  },
  {
    id: 'chunk-extension-endless',
    does: 'sends an endless chunk extension',
    arises: 'malice',
    status: 3,
    because: unread,
    verdictPattern: /target/,
    args: ['--timeout', '1'],
    start: () =>
      writingOn(everything, (correct, socket) => {
        socket.write(head(correct, { framing: inChunks }));
        socket.write(`2;${'x'.repeat(4_000_000)}`);
      }),
  },
  {
    id: 'trailers',
    does: 'sends trailers after the last chunk, including Content-Length and Authorization',
    arises: 'checksums that are known only at the end',
    status: 0,
    because: legal,
    start: () =>
      deviatingOn(everything, ({ body }) => ({
        framing: inChunks,
        body: chunked(body, 9, ['X-Checksum: 0', 'Authorization: nobody']),
      })),
  },
  {
    id: 'headers-in-trailers',
    does: 'sends the rate-limit headers only as trailers',
    arises: 'usage that is counted after the response has started',
    status: 1,
    because: 'every API response must include the headers (Rules 1)',
    requirements: ['headers.present'],
    start: () =>
      deviatingOn(everything, ({ headers, body }) => {
        const isRate = ([name]: readonly [string, string]) => /^x-ratelimit/i.test(name);
        const trailers = headers.filter(isRate).map(([name, value]) => `${name}: ${value}`);
        return {
          headers: headers.filter((line) => !isRate(line)),
          framing: inChunks,
          body: chunked(body, 9, trailers),
        };
      }),
  },
  {
    id: 'trailers-endless',
    does: 'sends 1 MB of trailers',
    arises: 'malice',
    status: 3,
    because: unread,
    verdictPattern: /target/,
    start: () =>
      deviatingOn(everything, ({ body }) => ({
        framing: inChunks,
        body: chunked(
          body,
          9,
          Array.from({ length: 50_000 }, (_, at) => `X-${at}: of the same`),
        ),
      })),
  },
  {
    id: 'until-closed',
    does: 'sends no length, and closes the connection to end each body',
    arises: 'a CGI script',
    status: 0,
    because: closed,
    start: () =>
      writingOn(everything, (correct, socket) => void socket.end(message(correct, { framing: [] }))),
  },
  {
    id: 'close-ignored',
    does: 'sends Connection: close and keeps the connection open',
    arises: 'a proxy that rewrites headers',
    status: 0,
    because: closed,
    start: () =>
      deviatingOn(everything, ({ headers }) => ({ headers: [...headers, ['Connection', 'close']] })),
  },
  {
    id: 'two-responses',
    does: 'sends an extra response after each one: 200 with an empty list',
    arises: 'response smuggling',
    status: 0,
    because: 'an extra response belongs to no request and must be ignored',
    start: () =>
      writingOn(everything, (correct, socket) => {
        const extra = message({ ...correct, status: 200, reason: 'OK', body: Buffer.from('[]') });
        socket.write(Buffer.concat([message(correct), extra]));
      }),
  },
  {
    id: 'response-before-request',
    does: 'sends 200 and an empty list before any request, and closes the connection',
    arises: 'response smuggling',
    status: 1,
    because: 'the kit cannot see that the response came too early, so the kit judges it',
    start: () =>
      handlingConnections((socket) => {
        socket.resume();
        socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]');
      }),
  },
];

/**
 * Builds two behaviors that send invalid HTTP. If every response is invalid, nothing can be tested. If only the later lists
 * are invalid, `list.ok` fails.
 */
function unreadable(
  id: string,
  does: string,
  deviation: (correct: CorrectResponse) => Deviation,
): Behavior[] {
  const arises = 'a handwritten server, or response smuggling';
  return [
    {
      id,
      does,
      arises,
      status: 3,
      because: unread,
      verdictPattern:
        /The target's response is not valid HTTP: (its headers state two lengths|its Content-Length|a chunk of its body)/,
      start: () => deviatingOn(everything, deviation),
    },
    {
      id: `later-${id}`,
      does: `${does}, for every list except the first`,
      arises,
      status: 1,
      because: broken,
      requirements: ['list.ok'],
      start: () => deviatingOn(laterLists, deviation),
    },
  ];
}
