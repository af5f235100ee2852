import { type Behaviour, everything, laterLists, lists } from './behaviour.ts';
import {
  chunked,
  type Departure,
  departingOn,
  head,
  message,
  wrongFromTheFirstByte,
  wrongOn,
} from './message.ts';
import type { Right } from './raw-server.ts';

const legal = 'chunking is legal (reading 9)';
const notJson = 'a list cut short is no JSON array (GET /categories)';
const broken = 'no answer that HTTP can read is no list (GET /categories)';
const unread = 'what gives no answer cannot be tested (design, Verdicts)';
const closed = 'a connection closed between answers is legal (reading 9)';
const inChunks = ['Transfer-Encoding: chunked'];

/** Lengths, chunks and trailers that contradict each other or the body. */
export const framing: readonly Behaviour[] = [
  {
    id: 'length-too-short',
    does: 'gives a Content-Length below the length of the list',
    arises: 'characters counted as bytes',
    status: 1,
    because: notJson,
    rows: ['list.ok'],
    start: () => departingOn(lists, ({ body }) => ({ framing: [`Content-Length: ${body.length - 1}`] })),
  },
  {
    id: 'length-too-long',
    does: 'gives a Content-Length above the length of the list, and waits',
    arises: 'a body that was compressed after it was counted',
    status: 1,
    because: 'the same failure twice is a finding (reading 10)',
    rows: ['list.ok'],
    args: ['--timeout', '2', '--only', 'list.*'],
    start: () => departingOn(laterLists, ({ body }) => ({ framing: [`Content-Length: ${body.length + 9}`] })),
  },
  ...unreadable('length-negative', 'gives a negative Content-Length', () => ({
    framing: ['Content-Length: -5'],
  })),
  ...unreadable('length-huge', 'gives a Content-Length beyond 64 bits', () => ({
    framing: ['Content-Length: 99999999999999999999999'],
  })),
  ...unreadable('length-in-words', 'gives a Content-Length with words', ({ body }) => ({
    framing: [`Content-Length: ${body.length} bytes`],
  })),
  ...unreadable('length-twice', 'gives two Content-Lengths that differ', ({ body }) => ({
    framing: [`Content-Length: ${body.length}`, `Content-Length: ${body.length + 1}`],
  })),
  ...unreadable('length-and-chunks', 'gives a Content-Length and chunks as well', ({ body }) => ({
    framing: [`Content-Length: ${body.length}`, ...inChunks],
    body: chunked(body, 7),
  })),
  ...unreadable('chunk-size-no-number', 'gives a chunk size that is no number', () => ({
    framing: inChunks,
    body: 'zz\r\n[]\r\n0\r\n\r\n',
  })),
  ...unreadable('chunk-size-huge', 'gives a chunk size beyond 64 bits', () => ({
    framing: inChunks,
    body: 'fffffffffffffffff\r\n[]\r\n0\r\n\r\n',
  })),
  ...unreadable('chunk-size-negative', 'gives a negative chunk size', () => ({
    framing: inChunks,
    body: '-2\r\n[]\r\n0\r\n\r\n',
  })),
  ...unreadable('chunk-too-long', 'sends more than its chunk size says', () => ({
    framing: inChunks,
    body: '1\r\n[]\r\n0\r\n\r\n',
  })),
  {
    id: 'last-chunk-missing',
    does: 'closes the connection without the last chunk',
    arises: 'a crash while the list is written',
    status: 3,
    because: unread,
    says: /gives no complete answer/,
    start: () =>
      wrongOn(everything, (right, socket) => {
        const whole = message(right, { framing: inChunks, body: chunked(right.body, 7) });
        socket.end(whole.subarray(0, whole.length - 5));
      }),
  },
  {
    id: 'chunks-of-a-byte',
    does: 'sends every body in chunks of one byte, with extensions',
    arises: 'a stream without a buffer',
    status: 0,
    because: legal,
    start: () =>
      departingOn(everything, ({ body }) => ({
        framing: inChunks,
        body: Buffer.from(chunked(body, 1).toString('latin1').replace(/^1\r/, '1;a="b"\r'), 'latin1'),
      })),
  },
  {
    id: 'chunk-extension-endless',
    does: 'sends a chunk extension without end',
    arises: 'malice',
    status: 3,
    because: unread,
    says: /target/,
    args: ['--timeout', '1'],
    start: () =>
      wrongOn(everything, (right, socket) => {
        socket.write(head(right, { framing: inChunks }));
        socket.write(`2;${'x'.repeat(4_000_000)}`);
      }),
  },
  {
    id: 'trailers',
    does: 'sends trailers after the last chunk, Content-Length and Authorization among them',
    arises: 'checksums that are known at the end',
    status: 0,
    because: legal,
    start: () =>
      departingOn(everything, ({ body }) => ({
        framing: inChunks,
        body: chunked(body, 9, ['X-Checksum: 0', 'Authorization: nobody']),
      })),
  },
  {
    id: 'headers-in-trailers',
    does: 'sends the rate-limit headers as trailers alone',
    arises: 'usage that is counted after the answer was begun',
    status: 1,
    because: 'every API response includes the headers (Rules 1)',
    rows: ['headers.present'],
    start: () =>
      departingOn(everything, ({ headers, body }) => {
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
    does: 'sends trailers of a megabyte',
    arises: 'malice',
    status: 3,
    because: unread,
    says: /target/,
    start: () =>
      departingOn(everything, ({ body }) => ({
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
    does: 'frames no body: it ends where the connection does',
    arises: 'a CGI script',
    status: 0,
    because: closed,
    start: () => wrongOn(everything, (right, socket) => void socket.end(message(right, { framing: [] }))),
  },
  {
    id: 'close-ignored',
    does: 'says Connection: close and keeps it open',
    arises: 'a proxy that rewrites headers',
    status: 0,
    because: closed,
    start: () =>
      departingOn(everything, ({ headers }) => ({ headers: [...headers, ['Connection', 'close']] })),
  },
  {
    id: 'two-answers',
    does: 'sends a second answer after each, for nobody: 200 with an empty list',
    arises: 'response smuggling',
    status: 0,
    because:
      "what follows an answer is nobody's and closes its connection (reading 9): it must not be believed",
    start: () =>
      wrongOn(everything, (right, socket) => {
        const extra = message({ ...right, status: 200, reason: 'OK', body: Buffer.from('[]') });
        socket.write(Buffer.concat([message(right), extra]));
      }),
  },
  {
    id: 'answer-unasked',
    does: 'greets each connection with 200 and an empty list, before any request, and closes it',
    arises: 'response smuggling',
    status: 1,
    because: 'that it came too early cannot be seen; it is judged as the answer (reading 15)',
    start: () =>
      wrongFromTheFirstByte((socket) => {
        socket.resume();
        socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]');
      }),
  },
];

/** An answer that HTTP cannot read: nothing to test where it comes first, a broken list where it comes later. */
function unreadable(id: string, does: string, departure: (right: Right) => Departure): Behaviour[] {
  const stated = { does, arises: 'a handwritten server, or an attempt to smuggle answers' };
  return [
    {
      id,
      ...stated,
      status: 3,
      because: unread,
      says: /The target (gives no complete answer|does not speak HTTP)/,
      start: () => departingOn(everything, departure),
    },
    {
      id: `later-${id}`,
      does: `${does}, on every list but the first`,
      arises: stated.arises,
      status: 1,
      because: broken,
      rows: ['list.ok'],
      start: () => departingOn(laterLists, departure),
    },
  ];
}
