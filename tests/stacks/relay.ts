import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { endOfWait } from '../../reference-server/changes/statistics.ts';
import type { HeaderLine } from '../../reference-server/index.ts';
import type { Counted } from '../gallery/row.ts';

/** A relay that counts requests and changes no bytes. */
export interface Relay {
  readonly url: string;
  readonly passed: () => Counted;
  readonly close: () => Promise<void>;
}

/**
 * Listens on a free port and forwards every connection to the server at `baseUrl`. It recognizes requests by the order of
 * the data on a connection, so clients must not pipeline.
 */
export async function startRelay(baseUrl: string): Promise<Relay> {
  const target = new URL(baseUrl);
  const counts = { requests: 0, whileLimited: 0 };
  const sockets = new Set<Socket>();
  let limitedUntil = 0;

  const server = createServer((client) => {
    const service = connect(Number(target.port), target.hostname);
    let responding = true;
    let head = '';
    client.on('data', () => {
      if (!responding) return;
      responding = false;
      head = '';
      counts.requests += 1;
      if (Date.now() < limitedUntil) counts.whileLimited += 1;
    });
    service.on('data', (bytes) => {
      responding = true;
      if (head.includes('\r\n\r\n')) return;
      head += bytes.toString('latin1');
      if (head.includes('\r\n\r\n')) limitedUntil = Math.max(limitedUntil, endOfLimit(head, Date.now()));
    });
    for (const [one, other] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => sockets.delete(one));
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${target.pathname}`,
    passed: () => ({ ...counts }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Returns when the wait after a response ends, in milliseconds since 1970, or 0 if the response is not a 429. */
function endOfLimit(head: string, now: number): number {
  const [status = '', ...lines] = head.split('\r\n');
  if (!/^HTTP\/1\.[01] 429 /.test(status)) return 0;
  const headers = lines.map((line): HeaderLine => {
    const [name = '', ...value] = line.split(':');
    return [name, value.join(':').trim()];
  });
  // A date in Retry-After is a time of the server's clock, which may be hours ahead. Date is only exact to a second.
  const [, date = ''] = headers.find(([name]) => name.toLowerCase() === 'date') ?? [];
  const difference = Date.parse(date) - now;
  const ahead = Math.abs(difference) > 5_000 ? difference : 0;
  return endOfWait(headers, now + ahead) - ahead;
}
