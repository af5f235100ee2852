import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The open connections of a server and what is under way on each. */
export interface Connections {
  readonly opened: (socket: Socket) => void;
  /** Holds the connection open until the response has been sent or given up. */
  readonly underWay: (socket: Socket, response: ServerResponse) => void;
  /** Whether a request on this connection waits for its answer, or has got a part of it. */
  readonly state: (socket: object) => 'idle' | 'waiting' | 'answering';
  /** Closes each connection as soon as nothing is under way on it, all of them after `graceMs` milliseconds. */
  readonly stop: (graceMs: number) => void;
}

/** Keeps track of connections, so that a stop cuts off nobody who is being served. */
export function trackConnections(): Connections {
  const open = new Map<object, { readonly socket: Socket; readonly responses: Set<ServerResponse> }>();
  let stopping = false;

  return {
    opened: (socket) => {
      open.set(socket, { socket, responses: new Set() });
      socket.once('close', () => open.delete(socket));
      if (stopping) socket.destroy();
    },
    underWay: (socket, response) => {
      const responses = open.get(socket)?.responses;
      responses?.add(response);
      response.shouldKeepAlive &&= !stopping;
      response.once('close', () => {
        responses?.delete(response);
        if (stopping && responses?.size === 0) socket.destroySoon();
      });
    },
    state: (socket) => {
      const responses = [...(open.get(socket)?.responses ?? [])];
      if (responses.length === 0) return 'idle';
      return responses.some(({ headersSent }) => headersSent) ? 'answering' : 'waiting';
    },
    stop: (graceMs) => {
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
