import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Behavior, everything, laterLists, posts } from './behavior.ts';
import { handlingConnections, head, message, writingOn } from './message.ts';

const firstFails = 'an unreachable target cannot be tested';
const twice = 'a request that keeps failing violates the requirement that it was sent for';
const tooSlow = /no complete response within 1 s/;
const args = ['--timeout', '1'];
/** Gives the other responses time to arrive on a busy machine. */
const patient = ['--timeout', '2'];

/** Targets that keep the kit waiting or never stop sending. */
export const slowness: readonly Behavior[] = [
  {
    id: 'silent',
    does: 'accepts the connection and the request, and never responds',
    arises: 'a server that hangs, or a firewall that drops packets',
    status: 3,
    because: firstFails,
    verdictPattern: tooSlow,
    args,
    start: () => handlingConnections((socket) => void socket.resume()),
  },
  {
    id: 'silent-unread',
    does: 'accepts the connection and reads nothing',
    arises: 'a suspended process',
    status: 3,
    because: firstFails,
    verdictPattern: tooSlow,
    args,
    start: () => handlingConnections((socket) => void socket.pause()),
  },
  {
    id: 'byte-a-second',
    does: 'sends one byte of its response per second',
    arises: 'a tarpit',
    status: 3,
    because: firstFails,
    verdictPattern: tooSlow,
    args,
    start: () => writingOn(everything, (correct, socket) => drip(socket, message(correct), 1_000)),
  },
  {
    id: 'body-byte-by-byte',
    does: 'sends its headers immediately and one byte of its body per second',
    arises: 'a tarpit behind a proxy',
    status: 3,
    because: firstFails,
    verdictPattern: tooSlow,
    args,
    start: () =>
      writingOn(everything, async (correct, socket) => {
        socket.write(head(correct, { framing: ['Content-Length: 1000'] }));
        await drip(socket, Buffer.alloc(1_000, ' '), 1_000);
      }),
  },
  {
    id: 'later-lists-silent',
    does: 'returns only the first list',
    arises: 'a query that locks the table',
    status: 1,
    because: twice,
    requirements: ['list.ok'],
    args: [...patient, '--only', 'list.*'],
    start: () => writingOn(laterLists, () => undefined),
  },
  {
    id: 'posts-silent',
    does: 'never responds to a POST',
    arises: 'a read-only database',
    status: 1,
    because: twice,
    requirements: ['create.created'],
    args: [...patient, '--only', 'create.created'],
    start: () => writingOn(posts, () => undefined),
  },
  {
    id: 'endless-head',
    does: 'sends endless header lines',
    arises: 'a loop in a middleware, or malice',
    status: 3,
    because: firstFails,
    verdictPattern: /response headers exceed 64 KB/,
    start: () =>
      handlingConnections((socket) => pour(socket, 'HTTP/1.1 200 OK\r\n', 'X-More: of the same\r\n')),
  },
  {
    id: 'endless-interim',
    does: 'sends endless 100 Continue responses',
    arises: 'a proxy in a loop, or malice',
    status: 3,
    because: firstFails,
    verdictPattern: tooSlow,
    args,
    start: () => handlingConnections((socket) => pour(socket, '', 'HTTP/1.1 100 Continue\r\n\r\n')),
  },
  {
    id: 'endless-status-line',
    does: 'sends an endless status line',
    arises: 'a byte stream on the wrong port',
    status: 3,
    because: firstFails,
    verdictPattern: /target/,
    args,
    start: () => handlingConnections((socket) => pour(socket, 'HTTP/1.1 200 ', 'OK and on ')),
  },
  {
    id: 'endless-blank-lines',
    does: 'sends endless blank lines instead of a status line',
    arises: 'a byte stream on the wrong port',
    status: 3,
    because: firstFails,
    verdictPattern: /target/,
    args,
    start: () => handlingConnections((socket) => pour(socket, '', '\r\n')),
  },
];

/** Writes one byte at a time until the socket closes. */
async function drip(socket: Socket, bytes: Buffer, everyMs: number): Promise<void> {
  for (const byte of bytes) {
    if (socket.destroyed) return;
    socket.write(Uint8Array.of(byte));
    await pause(everyMs);
  }
}

/** Writes a beginning and then repeats a string, as fast as the client reads it, up to 64 MB. */
export function pour(socket: Socket, beginning: string, again: string): void {
  const piece = Buffer.from(again.repeat(Math.ceil(16_384 / again.length)));
  let left = 64 * 1024 * 1024;
  const more = (): void => {
    while (!socket.destroyed && left > 0) {
      left -= piece.length;
      if (!socket.write(piece)) return;
    }
  };
  socket.resume();
  socket.on('drain', more);
  socket.write(beginning);
  more();
}
