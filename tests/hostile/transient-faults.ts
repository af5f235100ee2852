import type { Socket } from 'node:net';
import type { ReferenceServerOptions } from '../../reference-server/index.ts';
import { head, message } from './message.ts';
import { type CorrectResponse, type HostileTarget, startRaw } from './raw-server.ts';

/** Transient faults of a load balancer. */
const faults: readonly ((correct: CorrectResponse, socket: Socket) => void)[] = [
  (_correct, socket) => void socket.resetAndDestroy(),
  (_correct, socket) => void socket.end(),
  (correct, socket) => void socket.end(head(correct).subarray(0, 40)),
  (correct, socket) =>
    void socket.end(message(correct, { framing: [`Content-Length: ${correct.body.length + 10}`] })),
  gateway(502),
  gateway(503),
  gateway(504),
];

function gateway(status: number): (correct: CorrectResponse, socket: Socket) => void {
  const headers = [['Content-Type', 'text/html']] as const;
  return (correct, socket) =>
    void socket.write(message(correct, { status, headers, body: '<html>Bad moment</html>' }));
}

export interface FaultyTarget extends HostileTarget {
  /** The number of requests that have encountered a fault so far. */
  readonly faults: () => number;
}

/**
 * Starts a conforming server with a transient fault in one of ten responses, chosen by `random` (0 to 1). Retries use a new
 * connection and always succeed, because a fault that repeats is a finding.
 */
export async function startFaulty(
  random: () => number,
  service: Partial<ReferenceServerOptions>,
): Promise<FaultyTarget> {
  let met = 0;
  const target = await startRaw({
    service,
    response({ socket, request, correct }) {
      const fault =
        request.onConnection > 1 && random() < 0.1 ? faults[Math.floor(random() * faults.length)] : undefined;
      if (fault === undefined) return void socket.write(message(correct));
      met++;
      fault(correct, socket);
    },
  });
  return { ...target, faults: () => met };
}
