import type { Socket } from 'node:net';
import type { ReferenceServerOptions } from '../../reference-server/index.ts';
import { head, message } from './message.ts';
import { type HostileTarget, type Right, startRaw } from './raw-server.ts';

/** Transient faults of a load balancer. */
const faults: readonly ((right: Right, socket: Socket) => void)[] = [
  (_right, socket) => void socket.resetAndDestroy(),
  (_right, socket) => void socket.end(),
  (right, socket) => void socket.end(head(right).subarray(0, 40)),
  (right, socket) =>
    void socket.end(message(right, { framing: [`Content-Length: ${right.body.length + 10}`] })),
  gateway(502),
  gateway(503),
  gateway(504),
];

function gateway(status: number): (right: Right, socket: Socket) => void {
  const headers = [['Content-Type', 'text/html']] as const;
  return (right, socket) =>
    void socket.write(message(right, { status, headers, body: '<html>Bad moment</html>' }));
}

export interface FaultyTarget extends HostileTarget {
  /** The number of requests that met a fault so far. */
  readonly faults: () => number;
}

/**
 * Starts a conforming server with a transient fault in one of ten responses, chosen by `random` (0 to 1). Retries use a new
 * connection and always succeed, because the same fault twice is a finding.
 */
export async function startFaulty(
  random: () => number,
  service: Partial<ReferenceServerOptions>,
): Promise<FaultyTarget> {
  let met = 0;
  const target = await startRaw({
    service,
    response({ socket, asked, right }) {
      const fault =
        asked.onConnection > 1 && random() < 0.1 ? faults[Math.floor(random() * faults.length)] : undefined;
      if (fault === undefined) return void socket.write(message(right));
      met++;
      fault(right, socket);
    },
  });
  return { ...target, faults: () => met };
}
