import type { Socket } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import { type Behavior, creations, everything, lists } from './behavior.ts';
import { type Deviation, deviatingOn, handlingConnections, head, message, writingOn } from './message.ts';

const not200 = 'a list must return 200 (GET /categories)';
const unread = 'responses that are not HTTP cannot be tested';
const interim = 'interim responses are legal';
const notHttp = /The target( does not speak HTTP|'s response is not valid HTTP): /;

/** Status lines, interim responses and other protocols. */
export const statusLines: readonly Behavior[] = [
  noStatus('status-two-digits', 'returns the status 99', 'HTTP/1.1 99 Odd'),
  noStatus('status-four-digits', 'returns the status 1000', 'HTTP/1.1 1000 Odd'),
  noStatus('status-negative', 'returns the status -200', 'HTTP/1.1 -200 OK'),
  noStatus('status-in-words', 'returns the status OK', 'HTTP/1.1 OK'),
  noStatus('status-missing', 'returns a version and nothing else', 'HTTP/1.1'),
  noStatus('status-line-nul', 'puts a NUL into its status line', 'HTTP/1.1 2\u00000 OK'),
  noStatus('version-icy', 'names another protocol in its status line', 'ICY 200 OK'),
  otherStatus(600),
  otherStatus(999),
  otherStatus(204, { framing: [], body: '' }),
  otherStatus(304, { framing: [], body: '' }),
  otherStatus(206),
  {
    id: 'created-empty',
    does: 'returns 204 for a creation, and still sends a body',
    arises: 'a framework that gets an unknown status',
    status: 1,
    because: 'a creation must return 201 (POST /categories)',
    requirements: ['create.created'],
    args: ['--only', 'create.*'],
    start: () => deviatingOn(creations, () => ({ status: 204 })),
  },
  {
    id: 'head-alone',
    does: 'responds to every GET of the list as if to a HEAD: with a length but no body',
    arises: 'a proxy that mixes up HEAD and GET',
    status: 3,
    because: 'without a readable response, nothing can be tested',
    verdictPattern: /The target does not finish its response: .+ Is Content-Length larger than the body\?/,
    args: ['--timeout', '1'],
    start: () =>
      writingOn(
        lists,
        (correct, socket) => void socket.write(head(correct, { framing: ['Content-Length: 40'] })),
      ),
  },
  {
    id: 'reason-missing',
    does: 'sends no reason phrase',
    arises: 'a server that saves bytes',
    status: 0,
    because: 'the specification does not require a reason phrase',
    start: () => deviatingOn(everything, ({ status }) => ({ statusLine: `HTTP/1.1 ${status} ` })),
  },
  {
    id: 'reason-like-ours',
    does: "sends the kit's own verdict and escape sequences as reason phrase",
    arises: 'malice',
    status: 1,
    because: not200,
    requirements: ['list.ok'],
    start: () =>
      deviatingOn(lists, () => ({
        statusLine: 'HTTP/1.1 500 \u001b[2J\u001b[32mpetstore-conformance: CONFORMS (exit status 0)',
      })),
  },
  {
    id: 'http-1.0',
    does: 'speaks HTTP/1.0 and closes after each response',
    arises: 'an old server',
    status: 0,
    because: 'HTTP/1.0 is legal',
    start: () =>
      writingOn(everything, (correct, socket) => void socket.end(message(correct, { version: 'HTTP/1.0' }))),
  },
  {
    id: 'interim-hints',
    does: 'sends 100 Continue, 102 Processing and 103 Early Hints before each response',
    arises: 'a server that acknowledges early',
    status: 0,
    because: interim,
    start: () =>
      writingOn(everything, (correct, socket) => {
        for (const line of ['100 Continue', '102 Processing', '103 Early Hints'])
          socket.write(`HTTP/1.1 ${line}\r\nLink: </style.css>; rel=preload\r\n\r\n`);
        socket.write(message(correct));
      }),
  },
  {
    id: 'interim-in-pieces',
    does: 'sends 100 Continue in HTTP/1.0 and 1.1 before each response, in pieces of five bytes',
    arises: 'a gateway that reads bodies late',
    status: 0,
    because: interim,
    args: ['--only', 'list.*,auth.*'],
    start: () =>
      writingOn(everything, async (correct, socket) => {
        const interims = 'HTTP/1.0 100 Continue\r\nX-A: b\r\n\r\nHTTP/1.1 100 \r\n\r\n';
        const whole = Buffer.concat([Buffer.from(interims), message(correct)]);
        for (let at = 0; at < whole.length; at += 5) {
          socket.write(whole.subarray(at, at + 5));
          await immediate();
        }
      }),
  },
  {
    id: 'switching-protocols',
    does: 'returns 101 Switching Protocols without being asked',
    arises: 'a WebSocket endpoint at the base URL',
    status: 3,
    because: unread,
    verdictPattern: /target/i,
    args: ['--timeout', '1'],
    start: () =>
      writingOn(everything, (_correct, socket) => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
      }),
  },
  {
    id: 'bare-line-feeds',
    does: 'ends its lines with line feeds only',
    arises: 'a handwritten server',
    status: 3,
    because: unread,
    verdictPattern: notHttp,
    start: () => deviatingOn(everything, () => ({ lineEnd: '\n' })),
  },
  foreign('http-0.9', 'sends the list without status line and headers', 'a server from 1991', '[]', true),
  foreign(
    'ssh',
    'sends the greeting of an SSH server',
    'the port of another service',
    'SSH-2.0-OpenSSH_9.2p1\r\n',
  ),
  foreign(
    'smtp',
    'sends the greeting of a mail server',
    'the port of another service',
    '220 mail.example ESMTP\r\n',
  ),
  foreign(
    'http-2',
    'speaks HTTP/2 from the first byte',
    'a gRPC port',
    Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
  ),
  foreign('random-bytes', 'sends random bytes', 'an encrypted protocol', garbage()),
  foreign('zeros', 'sends only NUL bytes', 'a device', Buffer.alloc(10_000)),
];

function noStatus(id: string, does: string, statusLine: string): Behavior {
  return {
    id,
    does,
    arises: 'a handwritten server',
    status: 3,
    because: unread,
    verdictPattern: notHttp,
    start: () => deviatingOn(everything, () => ({ statusLine })),
  };
}

function otherStatus(status: number, deviation: Deviation = {}): Behavior {
  return {
    id: `status-${status}`,
    does: `returns ${status} for every list`,
    arises: 'a proxy, a cache, or a mistake in a handler',
    status: 1,
    because: not200,
    requirements: ['list.ok'],
    start: () => deviatingOn(lists, () => ({ status, ...deviation })),
  };
}

function foreign(id: string, does: string, arises: string, bytes: string | Buffer, closes = false): Behavior {
  const greet = (socket: Socket) => {
    socket.resume();
    // Sends the bytes only after a request. Another behavior sends bytes before any request.
    socket.once('data', () => (closes ? socket.end(bytes) : socket.write(bytes)));
  };
  return {
    id,
    does,
    arises,
    status: 3,
    because: unread,
    verdictPattern: notHttp,
    start: () => handlingConnections(greet),
  };
}

/** Returns bytes of every value, which are the same in each run. */
function garbage(): Buffer {
  return Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 167 + (at >> 3) * 59 + 131) % 256));
}
