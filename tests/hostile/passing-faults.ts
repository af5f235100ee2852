import type { Socket } from 'node:net';
import type { ReferenceServerOptions } from '../../reference-server/index.ts';
import { head, message } from './message.ts';
import { type HostileTarget, type Right, startRaw } from './raw-server.ts';

/** What a load balancer's bad moment looks like. */
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
  /** How many requests have met a fault so far. */
  readonly faults: () => number;
}

/**
 * A service of which one answer in ten goes wrong in passing, as `random` has it, between 0 and 1. The second try, which
 * comes over a connection of its own, is answered: what fails twice would be a finding (reading 10).
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
