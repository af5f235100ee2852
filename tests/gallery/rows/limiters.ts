import type { Settings } from '../../../src/config/settings.ts';
import type { Design, Way } from '../../limiters/designs/design.ts';
import { packageDesigns } from '../../limiters/designs/package-designs.ts';
import { referenceDesigns } from '../../limiters/designs/reference-designs.ts';
import { createVirtualClock } from '../../limiters/virtual-clock.ts';
import { type Divided, divideEvery } from '../../support/tiers.ts';
import type { Row } from '../row.ts';

/** These settings are enough to find faults of a limiter. Other checks send only what the selected rules need. */
export const aboutLimits: Partial<Settings> = { only: 'headers.*,limit.*' };

/** Returns the row of a limiter that is set up in one way: correctly or with a fault. */
export function limiterRow(design: Design, way: Way): Row {
  const { start, requirements, exceedsMaxWait } = way;
  const isRight = way === design.right;
  return {
    id: `${design.id} ${way.id}`,
    family: 'limiters',
    title: `${design.title}: ${way.title}`,
    origin: way.why ?? `Its headers describe ${design.describes}.`,
    // One request at a time, because a POST that is sent together with a GET beyond the limit takes the place of another
    // GET.
    settings: isRight ? {} : { ...aboutLimits, concurrency: 1 },
    expect: isRight
      ? { reports: [], status: 0, passes: ['limit.recovers'] }
      : {
          reports: requirements,
          ...(exceedsMaxWait ? { status: 3, verdict: /would exceed --max-wait/ } : {}),
        },
    clock: createVirtualClock,
    start: (clock = createVirtualClock()) => start(clock),
  };
}

/** Every third correct limiter, and every sixteenth of those with a fault, is in the quick tier. */
function rowsOf(designs: readonly Design[]): Divided<Row> {
  const right = divideEvery(
    designs.map((design) => limiterRow(design, design.right)),
    3,
  );
  const faults = divideEvery(
    designs.flatMap((design) => design.faults.map((way) => limiterRow(design, way))),
    16,
  );
  return {
    quick: [...right.quick, ...faults.quick],
    extended: [...right.extended, ...faults.extended],
  };
}

/** The usual limiters, in memory on the reference server, and the limiters of packages, which run behind a socket. */
const divided = [rowsOf(referenceDesigns), rowsOf(packageDesigns)];

export const limiters: Divided<Row> = {
  quick: divided.flatMap(({ quick }) => quick),
  extended: divided.flatMap(({ extended }) => extended),
};
