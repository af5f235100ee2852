import { setTimeout as pause } from 'node:timers/promises';
import type { Change, Defect } from '../changes/change.ts';
import type { Incoming } from '../incoming.ts';
import type { HttpResponse } from '../response.ts';

/** How long a request takes, in real milliseconds: long enough for other requests to arrive meanwhile. */
const takesMs = 12;

/** Responds in place of the server while the server handles more than `maximum` requests. */
const refusing =
  (maximum: number, refusal: HttpResponse): Change =>
  (parts) => {
    let inFlight = 0;
    const refused = new WeakSet<Incoming>();
    return {
      bucket: (incoming, identity, route) => {
        if (++inFlight > maximum) refused.add(incoming);
        return parts.bucket(incoming, identity, route);
      },
      operations: {
        ...parts.operations,
        createCategory: async (visit) => {
          // `finish` replaces this reply. The reply exists only so that a refused request stores nothing.
          if (refused.has(visit.incoming)) return { status: 503, headers: [], json: {} };
          try {
            return await parts.operations.createCategory(visit);
          } catch (error) {
            // If the client is gone, no response is finished, so this is the last chance to decrement the count.
            inFlight--;
            throw error;
          }
        },
      },
      finish: async (response, visit) => {
        await pause(takesMs);
        inFlight--;
        return refused.has(visit.incoming) ? refusal : parts.finish(response, visit);
      },
    };
  };

const gatewayPage = (status: 502 | 503): HttpResponse => ({
  status,
  headers: [['Content-Type', 'text/html']],
  body: Buffer.from('<html><title>Temporarily unavailable</title></html>'),
});

/** Gateways that refuse concurrent requests. */
export const sheddingDefects: readonly Defect[] = [
  {
    id: 'sheds-load-503',
    title: 'Returns 503 for further requests while two are being handled',
    story: 'nginx limit_conn and limit_req return 503 by default and allow no burst.',
    requirements: ['http.sheds-load'],
    change: refusing(2, gatewayPage(503)),
  },
  {
    id: 'sheds-load-502',
    title: 'Returns 502 for further requests while one is being handled',
    story: 'The application server has one worker and no backlog, and the gateway reports a bad gateway.',
    requirements: ['http.sheds-load'],
    change: refusing(1, gatewayPage(502)),
  },
];
