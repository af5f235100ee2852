import type { Change } from '../../../reference-server/index.ts';
import { variants } from '../../../reference-server/variants/index.ts';
import { trialKeys } from '../../gallery/trial.ts';
import { startInMemory } from '../../support/in-memory.ts';
import { commonFaults } from './common-faults.ts';
import type { Design, Way } from './design.ts';

interface Sketch {
  readonly id: string;
  readonly title: string;
  readonly describes: string;
  readonly change?: Change;
  /** Common faults that the limiter cannot have. */
  readonly without?: readonly string[];
  /** Common faults that the description of the limiter leaves open, each with the reason. */
  readonly leavesOpen?: Readonly<Record<string, string>>;
  /** Common faults with which the limiter asks for a wait beyond `--max-wait`. */
  readonly exceedsMaxWait?: readonly string[];
}

const ofVariant = (id: string): Change => {
  const variant = variants.find((one) => one.id === id);
  if (variant === undefined) throw new Error(`There is no variant ${id}.`);
  return variant.change;
};

const movingReset = {
  without: ['retry-after-short'],
  leavesOpen: {
    'two-processes': 'twice the Limit may pass if Reset moves',
    'retry-after-ms':
      'Retry-After is about the next request, and Reset about all, so neither shows the unit of the other',
    'remaining-still': 'only responses with the same Reset are compared, and no two responses share one',
  },
  exceedsMaxWait: ['retry-after-ms'],
};

const sketches: readonly Sketch[] = [
  {
    id: 'fixed-window',
    title: 'Fixed window from the first request',
    describes: 'the window; Reset is when it ends',
  },
  {
    id: 'clock-window',
    title: 'Window aligned to the clock',
    describes: 'the current minute',
    change: ofVariant('clock-windows'),
  },
  {
    id: 'sliding-log',
    title: 'Sliding log; Reset is when the oldest request expires',
    describes: 'requests of the last minute',
    change: ofVariant('sliding-log'),
  },
  {
    id: 'sliding-log-full',
    title: 'Sliding log; Reset is when all requests expire',
    describes: 'requests of the last minute; Reset moves',
    change: ofVariant('sliding-log-full'),
  },
  {
    id: 'sliding-counter',
    title: 'Sliding counter',
    describes: 'this minute and a share of the last one',
    change: ofVariant('sliding-counter'),
  },
  {
    id: 'token-bucket',
    title: 'Token bucket',
    describes: 'tokens; Reset is when the bucket is full',
    change: ofVariant('token-bucket'),
    ...movingReset,
  },
  {
    id: 'gcra',
    title: 'Generic cell rate algorithm',
    describes: 'the allowed burst; Reset moves',
    change: ofVariant('gcra'),
    ...movingReset,
  },
  {
    id: 'minute-and-day',
    title: 'Headers alternate between minute and day',
    describes: 'one response the minute, the next the day',
    change: ofVariant('minute-and-day-in-turn'),
    leavesOpen: { 'two-processes': 'Limit changes between responses' },
  },
  {
    id: 'bucket-per-route',
    title: 'One bucket per route',
    describes: 'the bucket of the route',
    change: ofVariant('bucket-per-route'),
  },
  {
    id: 'by-address',
    title: 'Per IP address, with and without key',
    describes: 'the window of the IP address',
    change: ofVariant('bucket-by-address'),
  },
  {
    id: '401-uncounted',
    title: '401s are not counted',
    describes: 'the window',
    change: ofVariant('401-uncounted'),
  },
  {
    id: '400-uncounted',
    title: '400s are not counted',
    describes: 'the window',
    change: ofVariant('400-uncounted'),
  },
  {
    id: '401-with-key',
    title: '401 counts toward the key that uses the same address',
    describes: 'the window',
    change: ofVariant('401-counted-with-key'),
  },
  {
    id: 'before-request',
    title: 'Headers describe the state before the request',
    describes: 'what was left before this request',
    change: ofVariant('state-before-request'),
  },
];

/** The usual limiters, each on the reference server. */
export const referenceDesigns: readonly Design[] = sketches.map((sketch) => ({
  id: sketch.id,
  title: sketch.title,
  describes: sketch.describes,
  right: wayOf(sketch, { id: 'right', title: 'Correct', requirements: [] }),
  faults: commonFaults
    .filter(({ id }) => !sketch.without?.includes(id))
    .map((fault) => {
      const why = sketch.leavesOpen?.[fault.id] ?? fault.why;
      const open = why === undefined ? {} : { requirements: [], why };
      const exceedsMaxWait = sketch.exceedsMaxWait?.includes(fault.id) === true;
      return wayOf(sketch, { ...fault, ...open, exceedsMaxWait });
    }),
}));

function wayOf(
  { change }: Sketch,
  { change: fault, ...way }: Omit<Way, 'start'> & { readonly change?: Change },
): Way {
  return {
    ...way,
    start: async (clock) =>
      startInMemory({
        keys: trialKeys,
        clock,
        // Without a 429, no client knows that it must stop, so no client is banned.
        ban: { after: 1_000_000, lastsMs: 1 },
        change: [change, fault].filter((one) => one !== undefined),
      }),
  };
}

/** The titles of these limiters, each with the change that gives the reference server this limiter. */
export const designChanges: readonly (readonly [title: string, change: Change])[] = sketches.map(
  ({ title, change = () => ({}) }) => [title, change],
);
