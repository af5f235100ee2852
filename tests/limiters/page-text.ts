import { csv, readCsv } from '../docs/csv.ts';
import { code, type Documents, markdownTable } from '../docs/written.ts';
import type { Design, Way } from './designs/design.ts';
import { packageDesigns } from './designs/package-designs.ts';
import { referenceDesigns } from './designs/reference-designs.ts';

/** What was found in one run, and what the server counted. */
export interface Counted {
  readonly found: readonly string[];
  readonly withKey: number;
  readonly withoutKey: number;
  /** Maximum number of requests of the run, according to its plan. */
  readonly bound: number;
  readonly waits: number;
  readonly waitedSeconds: number;
  readonly whileLimited: number;
}

export const designs: readonly Design[] = [...referenceDesigns, ...packageDesigns];

const list = 'rate-limits.csv';

/** Names one run: a limiter, correct or with a fault. */
export const nameOf = (design: Design, way: Way): string => `${design.id} ${way.id}`;

const columns = [
  'limiter',
  'id',
  'setup or fault',
  'correct',
  'reported',
  'why it passes',
  'requests with key',
  'requests without key',
  'bound',
  'waits',
  'waited (s)',
  'requests while rate-limited',
];

/** Writes docs/rate-limits.md and its list; `counted` has every run by name. */
export function limiterDocuments(counted: ReadonlyMap<string, Counted>, measured: string): Documents {
  const of = (design: Design, way: Way): Counted => {
    const found = counted.get(nameOf(design, way));
    if (found === undefined)
      throw new Error(`The list has no run of ${nameOf(design, way)}. Run \`npm run limiters\`.`);
    return found;
  };
  const rows = designs.flatMap((design) =>
    [design.right, ...design.faults].map((way) => {
      const run = of(design, way);
      return [
        design.title,
        nameOf(design, way),
        way.title,
        way === design.right ? 'yes' : 'no',
        run.found.join(' '),
        way.why ?? '',
        run.withKey,
        run.withoutKey,
        run.bound,
        run.waits,
        run.waitedSeconds,
        run.whileLimited,
      ];
    }),
  );
  return { [`data/${list}`]: csv(columns, rows), 'rate-limits.md': pageText(of, measured) };
}

/** Reads the runs back from the list. */
export function listedRuns(): ReadonlyMap<string, Counted> {
  return new Map(
    readCsv(list).map((row) => [
      row['id'] ?? '',
      {
        found: (row['reported'] ?? '').split(' ').filter((id) => id !== ''),
        withKey: Number(row['requests with key']),
        withoutKey: Number(row['requests without key']),
        bound: Number(row['bound']),
        waits: Number(row['waits']),
        waitedSeconds: Number(row['waited (s)']),
        whileLimited: Number(row['requests while rate-limited']),
      },
    ]),
  );
}

function pageText(of: (design: Design, way: Way) => Counted, measured: string): string {
  const right = designs.map((design) => {
    const run = of(design, design.right);
    return [
      design.title,
      design.describes,
      run.found.length === 0 ? 'passes' : run.found.map(code).join(', '),
      run.withKey,
      run.withoutKey,
      run.bound,
      run.waits === 0 ? 'none' : `${run.waits}, ${run.waitedSeconds} s`,
      run.whileLimited,
    ];
  });
  const faults = designs.flatMap((design) => design.faults.map((fault) => ({ design, fault })));
  const violating = faults.filter(({ fault }) => fault.requirements.length > 0);
  const most = Math.max(
    ...designs.flatMap((design) =>
      [design.right, ...design.faults].map((way) => of(design, way).whileLimited),
    ),
  );
  return `<!-- Written by \`npm run limiters\`. The tests in \`tests/limiters/\` check it. -->

# Tested rate limiters

The specification defines what a client sees of a limit, not how the server counts. So the kit is tested with every common kind
of limiter, each configured correctly and with faults. The kit does not know which one it tests.

${measured}

| Result | |
| --- | --- |
| Correct limiters that pass | ${right.filter(([, , verdict]) => verdict === 'passes').length}/${designs.length} |
| Faulty limiters reported under exactly the violated requirements | ${violating.filter(({ design, fault }) => of(design, fault).found.join() === [...fault.requirements].sort().join()).length}/${violating.length} |
| Unusual but legal limiters that pass | ${faults.filter(({ design, fault }) => fault.requirements.length === 0 && of(design, fault).found.length === 0).length}/${faults.length - violating.length} |
| Maximum number of requests that a run sent while rate-limited: after a 429, before its wait is over | ${most} |

[The list](data/${list}) has all ${designs.length + faults.length} runs.

## Correct limiters

These are complete runs with a limit of 60 requests per minute.

${markdownTable(
  [
    'Limiter',
    'Its headers describe',
    'Verdict',
    'Requests with key',
    'Without key',
    'Upper bound',
    'Waits',
    'While rate-limited',
  ],
  right,
)}

All numbers are counted by the server. These runs send one request at a time. "Upper bound" is the most requests that the
plan of the run allows. "While rate-limited" counts requests sent after a 429, before its wait is over: the time in
Retry-After, or until Reset, or one minute.

- A fresh window needs Limit + 3 requests with the key. More are needed if the quota refills during the run.
- A limit per IP address also counts requests without the key, so fewer with the key are needed.
- If the headers describe the day first, the only known bound is \`--max-requests\`.

With up to six requests in flight, the kit sends the request that gets the first 429 alone, as long as Remaining is reliable. If it
is not, at most three others are in flight, or five if the server has a burst limit that its headers do not show.

## Faulty limiters

These runs use \`--only 'headers.*,limit.*'\`.

${markdownTable(['Fault', 'Limiters', 'Reported under'], faultRows(faults))}

The popular packages run in front of a conforming server. Their faults are options, or an order of middleware, that their
documentation allows.

## Random conditions

\`npm run limiters\` makes 100 runs under each of these conditions, and \`npm run test:all\` every seventh of them:

- another client uses the same key at random
- responses are delayed by 0 to 500 ms at random
- the window resets just before each request of the run
- the target's clock is ten minutes off
- each response takes one second

The runs alternate between a fixed window, a window aligned to the clock, a sliding log, a sliding counter, a token bucket and
GCRA, and between one request and six at a time. No run reports a failure or a warning, and while rate-limited the kit starts no
new request. All verdicts are the same, except that up to eight runs with another client end early and say so.

\`tests/limiters/extended/hostile-times.test.ts\` covers every hostile form of Retry-After and Reset: negative, huge, words, the
three date formats, two lines, empty, lists, past times. The kit never sends a request too early, and no wait exceeds \`--max-wait\`.
`;
}

/** One table row per fault, with the limiters that it was made in. */
function faultRows(faults: readonly { readonly fault: Way }[]): string[][] {
  const titles = new Set(faults.map(({ fault }) => fault.title));
  return [...titles].map((title) => {
    const same = faults.filter(({ fault }) => fault.title === title);
    const reported = new Set(
      same.map(({ fault }) =>
        fault.requirements.length === 0
          ? `passes: ${fault.why ?? ''}`
          : [...fault.requirements].sort().map(code).join(', '),
      ),
    );
    return [title, `${same.length}`, [...reported].join('; or ')];
  });
}
