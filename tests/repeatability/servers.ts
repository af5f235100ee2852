import type { Change, Defect, Variant } from '../../reference-server/changes/change.ts';
import { defects } from '../../reference-server/defects/index.ts';
import type { ReferenceServerOptions } from '../../reference-server/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import type { Clock } from '../../src/exchange/clock.ts';
import { createVirtualClock } from '../limiters/virtual-clock.ts';
import { runInMemory } from '../support/in-memory.ts';
import type { Subject } from './repeat.ts';

interface Server {
  readonly title?: string;
  /** The defects and legal variants of the gallery that the server combines. */
  readonly ids?: readonly string[];
  /** How long each response takes, in milliseconds of the shared clock. */
  readonly takesMs?: number;
  /** How long the first responses take instead, as in a virtual machine that is still compiling its code. */
  readonly firstTakeMs?: readonly number[];
  readonly options?: Partial<ReferenceServerOptions>;
}

/**
 * Describes a server in memory. The kit and the server share a clock that advances only during waits, so a run takes less
 * than a minute.
 */
function server({ ids = [], takesMs = 0, firstTakeMs = [], options, ...given }: Server): Subject {
  const found = ids.map(changedServer);
  const name = ids.map((id) => `\`${id}\``).join(', ');
  return {
    title: given.title ?? (takesMs === 0 ? name : `${name}, ${takesMs} ms per response`),
    reports: found.flatMap((one) => ('requirements' in one ? one.requirements : one.warnings)),
    runOnce: async ({ seed, start }) => {
      const clock = createVirtualClock({ start });
      const slow = takesMs === 0 ? [] : [taking(takesMs, firstTakeMs, clock)];
      const change = [...found.map((one) => one.change), ...slow];
      const { report, counted } = await runInMemory({ ...options, change }, { seed }, { clock });
      return { report, requests: counted.requests };
    },
  };
}

function changedServer(id: string): Defect | Variant {
  const found = [...defects, ...variants].find((one) => one.id === id);
  if (found === undefined) throw new Error(`The gallery has no server ${id}.`);
  return found;
}

const taking =
  (ms: number, first: readonly number[], clock: Clock): Change =>
  (parts) => {
    const slow = first.values();
    return {
      finish: async (response, visit) => {
        const finished = await parts.finish(response, visit);
        await clock.sleep(slow.next().value ?? ms);
        return finished;
      },
    };
  };

/** The reference server and the slowest legal servers: those with slow responses, short windows or long waits. */
export const legalServers: readonly Subject[] = [
  server({ title: 'the reference server' }),
  server({ title: 'two seconds per response', takesMs: 2_000 }),
  server({
    title: 'windows of two seconds, 20 ms per response',
    takesMs: 20,
    options: { minuteMs: 2_000 },
  }),
  server({
    title: '`clock-windows` of eight seconds, 5 ms per response after slower ones',
    ids: ['clock-windows'],
    takesMs: 5,
    firstTakeMs: [300, 75, 5, 5, 65],
    options: { minuteMs: 8_000 },
  }),
  server({ ids: ['token-bucket'], takesMs: 300 }),
  server({ ids: ['sliding-counter'], takesMs: 500 }),
  server({ ids: ['list-after-two-seconds'], takesMs: 300 }),
  server({ ids: ['limit-of-five'] }),
  server({ ids: ['limits-per-route'] }),
  server({ ids: ['burst-limit'] }),
  server({ ids: ['blocked-for-90-seconds'] }),
  server({ ids: ['failed-keys-limited'] }),
  server({ ids: ['key-shared-in-bursts'], takesMs: 200 }),
];

/** Servers with several defects. Each run must find the same ones. */
export const brokenServers: readonly Subject[] = [
  server({
    ids: ['retry-after-missing', 'limit-alternates', 'error-status-text', 'key-any-case', 'descriptions-cut'],
  }),
  server({ ids: ['instances-own-memories', 'text-emoji-500', 'name-null-as-text'] }),
  server({ ids: ['sheds-load-503', 'form-accepted', 'name-boolean-coerced'] }),
  server({
    ids: ['limit-never-enforced', 'headers-missing-on-401', 'created-id-text', 'malformed-500'],
    options: { minuteMs: 2_000 },
  }),
];
