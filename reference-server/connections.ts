import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The open connections of a server, and the requests in flight on each. */
export type Connections = ReturnType<typeof trackConnections>;

interface Connection {
  readonly socket: Socket;
  /** The responses that have not been sent yet, each with the function that lets the next request be served. */
  readonly responses: Map<ServerResponse, () => void>;
  /** Resolves when the newest request has its response, or the connection is closed. */
  turn: Promise<void>;
}

/** Tracks connections, so that stopping the server cuts off no request in flight. */
export function trackConnections() {
  const open = new Map<object, Connection>();
  let stopping = false;

  /** Stops reading while requests wait. This must be repeated, because Node resumes reading after each whole request. */
  const holdBack = ({ socket, responses }: Connection): void => {
    if (responses.size > 1) socket.pause();
  };

  return {
    opened: (socket: Socket): void => {
      const connection: Connection = { socket, responses: new Map(), turn: Promise.resolve() };
      open.set(socket, connection);
      socket.on('resume', () => holdBack(connection));
      socket.once('close', () => {
        open.delete(socket);
        for (const letNextIn of connection.responses.values()) letNextIn();
      });
      if (stopping) socket.destroy();
    },
    /**
     * Keeps the connection open until the response has been sent or abandoned. Resolves when the request may be served:
     * pipelined requests are served one at a time, each after the response to the previous one.
     */
    underWay: (socket: Socket, response: ServerResponse): Promise<void> => {
      const connection = open.get(socket);
      if (connection === undefined) return Promise.resolve();
      const { responses, turn } = connection;
      response.shouldKeepAlive &&= !stopping;
      connection.turn = new Promise((resolve) => {
        responses.set(response, resolve);
        response.once('close', () => {
          responses.delete(response);
          if (stopping && responses.size === 0) socket.destroySoon();
          else if (responses.size <= 1) socket.resume();
          resolve();
        });
      });
      holdBack(connection);
      return turn;
    },
    /** Returns whether a request on this connection is waiting for its response or receiving it. */
    state: (socket: object): 'idle' | 'waiting' | 'responding' => {
      const responses = [...(open.get(socket)?.responses.keys() ?? [])];
      if (responses.length === 0) return 'idle';
      return responses.some(({ headersSent }) => headersSent) ? 'responding' : 'waiting';
    },
    /** Closes each connection when nothing is in flight on it, and all of them after `graceMs` milliseconds. */
    stop: (graceMs: number): void => {
      stopping = true;
      for (const { socket, responses } of open.values()) {
        if (responses.size === 0) socket.destroySoon();
        for (const response of responses.keys()) response.shouldKeepAlive = false;
      }
      const timer = setTimeout(() => {
        for (const { socket } of open.values()) socket.destroy();
      }, graceMs);
      timer.unref();
    },
  };
}
