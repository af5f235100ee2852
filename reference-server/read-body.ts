import type { IncomingMessage } from 'node:http';

/** What was read of a request body. */
export type ReadBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' };

/** The client went away before its request was complete: there is nobody to answer. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** Reads a body of at most `limit` bytes; a larger one is not read to its end. Throws ConnectionLost. */
export function readBody(request: IncomingMessage, limit: number): Promise<ReadBody> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve({ kind: 'too-large' });
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let length = 0;

    const settle = (): void => {
      request.off('data', onData).off('end', onEnd).off('close', onLost).off('error', onLost);
    };
    const onData = (piece: Buffer): void => {
      length += piece.length;
      pieces.push(piece);
      if (length <= limit) return;
      settle();
      request.pause();
      resolve({ kind: 'too-large' });
    };
    const onEnd = (): void => {
      settle();
      resolve({ kind: 'bytes', bytes: Buffer.concat(pieces) });
    };
    const onLost = (): void => {
      settle();
      reject(new ConnectionLost('Failed to read the request body: saw the connection close.'));
    };
    request.on('data', onData).on('end', onEnd).on('close', onLost).on('error', onLost);
    if (request.destroyed) onLost();
  });
}
