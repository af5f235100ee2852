import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The open connections of a server, and the requests in flight on each. */
export type Connections = ReturnType<typeof trackConnections>;

/** Tracks connections, so that stopping the server cuts off no request in flight. */
export function trackConnections() {
  const open = new Map<object, { readonly socket: Socket; readonly responses: Set<ServerResponse> }>();
  let stopping = false;

  return {
    opened: (socket: Socket): void => {
      open.set(socket, { socket, responses: new Set() });
      socket.once('close', () => open.delete(socket));
      if (stopping) socket.destroy();
    },
    /** Keeps the connection open until the response has been sent or abandoned. */
    underWay: (socket: Socket, response: ServerResponse): void => {
      const responses = open.get(socket)?.responses;
      responses?.add(response);
      response.shouldKeepAlive &&= !stopping;
      response.once('close', () => {
        responses?.delete(response);
        if (stopping && responses?.size === 0) socket.destroySoon();
      });
    },
    /** Returns whether a request on this connection is waiting for its response or receiving it. */
    state: (socket: object): 'idle' | 'waiting' | 'responding' => {
      const responses = [...(open.get(socket)?.responses ?? [])];
      if (responses.length === 0) return 'idle';
      return responses.some(({ headersSent }) => headersSent) ? 'responding' : 'waiting';
    },
    /** Closes each connection when nothing is in flight on it, and all of them after `graceMs` milliseconds. */
    stop: (graceMs: number): void => {
      stopping = true;
      for (const { socket, responses } of open.values()) {
        if (responses.size === 0) socket.destroySoon();
        for (const response of responses) response.shouldKeepAlive = false;
      }
      const timer = setTimeout(() => {
        for (const { socket } of open.values()) socket.destroy();
      }, graceMs);
      timer.unref();
    },
  };
}
