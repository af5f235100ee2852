import type { Socket } from 'node:net';

/**
 * Keeps `100 Continue` from whoever reads the socket. A client must read over one that it did not ask for (RFC 9110 15.2),
 * but undici takes it for a broken answer; of the other interim answers it makes nothing itself. What is looked at is
 * the beginning of each answer, for requests go one after the other: each is a write.
 */
export function skipContinues<Given extends Socket>(socket: Given): Given {
  const write: Socket['write'] = socket.write.bind(socket);
  const read: Socket['read'] = socket.read.bind(socket);
  let begins: ((bytes: Buffer) => Buffer | undefined) | undefined;
  return Object.assign(socket, {
    write(...given: Parameters<typeof write>) {
      begins ??= createContinueFilter();
      return write(...given);
    },
    read(size?: number): Buffer | null {
      for (;;) {
        const bytes: Buffer | null = read(size);
        if (bytes === null || begins === undefined) return bytes;
        const answer = begins(bytes);
        if (answer === undefined) continue;
        begins = undefined;
        return answer;
      }
    },
  });
}

const statusLine = 'HTTP/1.1 100 ';
const headEnd = '\r\n\r\n';

/** Takes bytes until it can tell where the first answer begins that is no `100 Continue`, and gives what there is of it. */
function createContinueFilter(): (bytes: Buffer) => Buffer | undefined {
  let held: Buffer | undefined;
  let inside = false;
  return (bytes) => {
    held = held === undefined ? bytes : Buffer.concat([held, bytes]);
    for (;;) {
      if (inside) {
        const end = held.indexOf(headEnd);
        // An interim head may be endless: no more of it is held than what can be the beginning of its end.
        held = held.subarray(end < 0 ? 1 - headEnd.length : end + headEnd.length);
        if (end < 0) return undefined;
      }
      const beginning = held.toString('latin1', 0, statusLine.length).replace('HTTP/1.0', 'HTTP/1.1');
      if (!statusLine.startsWith(beginning)) return held;
      inside = beginning.length === statusLine.length;
      if (!inside) return undefined;
    }
  };
}
