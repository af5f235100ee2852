import { code, type Documents, markdownTable } from '../docs/written.ts';
import type { Design, Way } from './designs/design.ts';
import { packageDesigns } from './designs/package-designs.ts';
import { referenceDesigns } from './designs/reference-designs.ts';

/** What was found in one run, and what the server counted. */
export interface Counted {
  readonly found: readonly string[];
  readonly withKey: number;
  readonly withoutKey: number;
  /** The maximum number of requests of the run, according to its plan. */
  readonly bound: number;
  readonly waits: number;
  readonly waitedSeconds: number;
  readonly whileLimited: number;
}

export const designs: readonly Design[] = [...referenceDesigns, ...packageDesigns];

/** Names one run: a limiter, correct or with a fault. */
export const nameOf = (design: Design, way: Way): string => `${design.id} ${way.id}`;

/** Writes `reports/rate-limits.md`; `counted` maps the name of each run to its figures. */
export function limiterDocuments(counted: ReadonlyMap<string, Counted>, measured: string): Documents {
  const of = (design: Design, way: Way): Counted => {
    const found = counted.get(nameOf(design, way));
    if (found === undefined) throw new Error(`There is no run of ${nameOf(design, way)}.`);
    return found;
  };
  return { 'reports/rate-limits.md': pageText(of, measured) };
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
  return `# Tested rate limiters

${measured}

| Result | |
| --- | --- |
| Correct limiters that pass | ${right.filter(([, , verdict]) => verdict === 'passes').length}/${designs.length} |
| Faulty limiters reported under exactly the violated requirements | ${violating.filter(({ design, fault }) => of(design, fault).found.join() === [...fault.requirements].sort().join()).length}/${violating.length} |
| Unusual but legal limiters that pass | ${faults.filter(({ design, fault }) => fault.requirements.length === 0 && of(design, fault).found.length === 0).length}/${faults.length - violating.length} |
| Maximum number of requests that a run sent while rate-limited: after a 429, before the wait is over | ${most} |

## Correct limiters

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

## Faulty limiters

${markdownTable(['Fault', 'Limiters', 'Reported under'], faultRows(faults))}
`;
}

/** Returns a table row for each fault, with the number of limiters that have it. */
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
