import { STATUS_CODES } from 'node:http';
import type { Answer } from '../../reference-server/index.ts';

/**
 * Stands in for src/http/dispatcher.ts in the copy of the project that is mutated: requests reach the reference
 * server by a call and not through a socket. That halves what a run costs, and what is below HTTP is not mutated.
 */

/** A request as the client hands it to undici. */
export interface Sent {
  readonly path: string;
  readonly method: string;
  readonly headers: readonly string[];
  readonly body?: Uint8Array;
}

type Serve = (sent: Sent, connection: object) => Promise<Answer>;

const servers = new Map<string, Serve>();
let started = 0;

/** Makes a server reachable; returns its origin. */
export function listen(serve: Serve): string {
  const origin = `http://server-${++started}.test`;
  servers.set(origin, serve);
  return origin;
}

/** The server is not reachable any more. */
export function stopListening(origin: string): void {
  servers.delete(origin);
}

interface Received {
  readonly statusCode: number;
  readonly statusText: string;
  readonly headers: readonly string[];
  readonly body: AsyncIterable<Uint8Array>;
}

/** What the client uses of a dispatcher of undici; connections are kept and used again. */
export function createDispatcher({ base }: { readonly base: URL }) {
  const idle: object[] = [];
  return {
    async request(sent: Sent): Promise<Received> {
      const serve = servers.get(base.origin);
      if (serve === undefined) throw failure('ECONNREFUSED');
      const connection = idle.pop() ?? {};
      const answer = await serve(sent, connection);
      const { cut, verbatim } = answer.delivery ?? {};
      if (cut === 'before-answer') throw failure('UND_ERR_SOCKET');
      if (cut === undefined && verbatim === undefined) idle.push(connection);
      return {
        statusCode: answer.status,
        statusText: STATUS_CODES[answer.status] ?? '',
        headers: answer.headers.flatMap(([name, value]) => [name, value.trim()]),
        body: bodyOf(answer.body, cut),
      };
    },
    destroy: async (): Promise<void> => {},
  };
}

async function* bodyOf(bytes: Uint8Array, cut: number | undefined): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, cut);
  if (cut !== undefined) throw failure('UND_ERR_SOCKET');
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}
