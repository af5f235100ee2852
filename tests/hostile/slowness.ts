import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Behaviour, everything, laterLists, posts } from './behaviour.ts';
import { head, message, wrongFromTheFirstByte, wrongOn } from './message.ts';

const firstFails = 'an unreachable target cannot be tested';
const twice = 'the same failure twice is a finding of the requirement that the request was for';
const tooSlow = /does not answer: no complete answer within 1 s/;
const args = ['--timeout', '1'];
/** Where other answers are to come in time, on a busy machine too. */
const patient = ['--timeout', '2'];

/** Targets that keep the kit waiting, or never come to an end. */
export const slowness: readonly Behaviour[] = [
  {
    id: 'silent',
    does: 'accepts the connection and the request, and never responds',
    arises: 'a server that hangs, or a firewall that swallows packets',
    status: 3,
    because: firstFails,
    says: tooSlow,
    args,
    start: () => wrongFromTheFirstByte((socket) => void socket.resume()),
  },
  {
    id: 'silent-unread',
    does: 'accepts the connection and reads nothing',
    arises: 'a process that was stopped',
    status: 3,
    because: firstFails,
    says: tooSlow,
    args,
    start: () => wrongFromTheFirstByte((socket) => void socket.pause()),
  },
  {
    id: 'byte-a-second',
    does: 'sends its response at one byte per second',
    arises: 'a tarpit',
    status: 3,
    because: firstFails,
    says: tooSlow,
    args,
    start: () => wrongOn(everything, (right, socket) => drip(socket, message(right), 1_000)),
  },
  {
    id: 'body-byte-by-byte',
    does: 'sends its headers immediately and its body at one byte per second',
    arises: 'a tarpit behind a proxy',
    status: 3,
    because: firstFails,
    says: tooSlow,
    args,
    start: () =>
      wrongOn(everything, async (right, socket) => {
        socket.write(head(right, { framing: ['Content-Length: 1000'] }));
        await drip(socket, Buffer.alloc(1_000, ' '), 1_000);
      }),
  },
  {
    id: 'later-lists-silent',
    does: 'responds to the first list and to no other one',
    arises: 'a query that locks the table',
    status: 1,
    because: twice,
    rows: ['list.ok'],
    args: [...patient, '--only', 'list.*'],
    start: () => wrongOn(laterLists, () => undefined),
  },
  {
    id: 'posts-silent',
    does: 'never responds to a POST',
    arises: 'a database that cannot be written to',
    status: 1,
    because: twice,
    rows: ['create.created'],
    args: [...patient, '--only', 'create.created'],
    start: () => wrongOn(posts, () => undefined),
  },
  {
    id: 'endless-head',
    does: 'sends endless header lines',
    arises: 'a loop in a middleware, or malice',
    status: 3,
    because: firstFails,
    says: /headers of the answer were cut off: --max-headers/,
    start: () =>
      wrongFromTheFirstByte((socket) => pour(socket, 'HTTP/1.1 200 OK\r\n', 'X-More: of the same\r\n')),
  },
  {
    id: 'endless-interim',
    does: 'sends endless 100 Continue',
    arises: 'a proxy in a loop, or malice',
    status: 3,
    because: firstFails,
    says: tooSlow,
    args,
    start: () => wrongFromTheFirstByte((socket) => pour(socket, '', 'HTTP/1.1 100 Continue\r\n\r\n')),
  },
  {
    id: 'endless-status-line',
    does: 'sends an endless status line',
    arises: 'a stream of bytes on the wrong port',
    status: 3,
    because: firstFails,
    says: /target/,
    args,
    start: () => wrongFromTheFirstByte((socket) => pour(socket, 'HTTP/1.1 200 ', 'OK and on ')),
  },
  {
    id: 'endless-blank-lines',
    does: 'sends endless blank lines before the status line',
    arises: 'a stream of bytes on the wrong port',
    status: 3,
    because: firstFails,
    says: /target/,
    args,
    start: () => wrongFromTheFirstByte((socket) => pour(socket, '', '\r\n')),
  },
];

/** Writes byte after byte for as long as somebody listens. */
async function drip(socket: Socket, bytes: Buffer, everyMs: number): Promise<void> {
  for (const byte of bytes) {
    if (socket.destroyed) return;
    socket.write(Uint8Array.of(byte));
    await pause(everyMs);
  }
}

/** Writes a beginning and then one text over and over, as fast as it is read; at most 64 MB. */
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
