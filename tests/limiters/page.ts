import { writeFileSync } from 'node:fs';
import { it } from 'vitest';
import type { Design, Way } from './designs/design.ts';
import { packageDesigns } from './designs/package-designs.ts';
import { referenceDesigns } from './designs/reference-designs.ts';
import { aboutLimits, type Cell, runCell } from './matrix.ts';

const ids = (rows: readonly string[]) => rows.map((id) => `\`${id}\``).join(', ');

function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

function table(head: readonly string[], rows: readonly string[]): string {
  return [row(...head), row(...head.map(() => '---')), ...rows].join('\n');
}

function numbers({ report, book }: Cell): (string | number)[] {
  const { withKey, withoutKey, whileLimited } = book.counts;
  const waited = report.waits.reduce((sum, wait) => sum + wait.seconds, 0);
  const waits = report.waits.length === 0 ? 'none' : `${report.waits.length}, ${Math.round(waited)} s`;
  return [withKey, withoutKey, report.plan.atMost, waits, whileLimited];
}

const counted = ['With key', 'Without', 'Bound', 'Waits', 'While limited'];

async function rightRow(design: Design): Promise<string> {
  const cell = await runCell(design.right, { concurrency: 1 });
  const { outcome } = cell.report.verdict;
  const verdict = outcome === 'conforms' ? 'passes' : outcome;
  return row(design.title, design.describes, verdict, ...numbers(cell));
}

async function faultRow(fault: Way): Promise<string> {
  const cell = await runCell(fault, { ...aboutLimits, concurrency: 1 });
  const passes = fault.why === undefined ? 'passes' : `passes: ${fault.why}`;
  return row(fault.title, cell.found.length === 0 ? passes : ids(cell.found), ...numbers(cell));
}

async function sectionOf({ title, right, faults }: Design): Promise<string> {
  const rows: string[] = [];
  for (const fault of faults) rows.push(await faultRow(fault));
  const as = right.title === 'As it should be' ? '' : `Right: ${lowerFirst(right.title)}.\n\n`;
  return `### ${title}\n\n${as}${table(['Fault', 'Found', ...counted], rows)}`;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

const few = `<!-- Written by \`npm run limiters\`. What it says is held by the tests in \`tests/limiters/\`. -->

# Which limiters it was tried on

The specification says what a client sees of a limit, not how the service counts. So the kit is tried on every
usual way to count, each as it should be and with the faults that can be made in it. Nobody tells it which it is.

All numbers are the servers' own. They are of runs that send one request at a time. With six at a time, nothing is
under way beside the request that meets the first 429, as long as Remaining can be believed; in doubt at most three
others are, and five where a service limits bursts without telling. "Bound" is what the plan of the run says it will never exceed.
"While limited" counts requests that came between a 429 and the end of the time it gave: Retry-After, or Reset,
or a minute.
`;

it('docs/rate-limits.md', async () => {
  const designs = [...referenceDesigns, ...packageDesigns];
  const right: string[] = [];
  for (const design of designs) right.push(await rightRow(design));
  const sections = async (some: readonly Design[]) => {
    const all: string[] = [];
    for (const design of some) all.push(await sectionOf(design));
    return all.join('\n\n');
  };
  const faults = designs.flatMap((design) => design.faults);
  const found = faults.filter(({ requirements }) => requirements.length > 0);
  const page = `${few}
## As they should be

Everything is sent, at a Limit of 60.

${table(['Limiter', 'Its headers describe', 'Verdict', ...counted], right)}

A window that starts fresh takes Limit + 2 requests with the key. Where requests come back during the run, more
are needed. By address, requests without the key spend the same window, so fewer with the key do. Where headers
describe the day first, the plan knows no nearer bound than \`--max-requests\`.

## With faults

${faults.length} servers: ${found.length} break requirements and are found on those alone; the other ${faults.length - found.length}
do what the specification leaves open, and pass. What is not about limits is left out here
(\`--only 'headers.*,limit.*'\`).

${await sections(referenceDesigns)}

## Popular packages

Each stands before a service that keeps the specification. The faults are options, or an order of middleware, that
their documentation allows.

${await sections(packageDesigns)}

## By chance

\`npm run limiters\` runs the kit a hundred times each, and \`npm run test:all\` every seventh of them,

- while another client spends the same key at random,
- with answers that are delayed by 0 to 500 ms at random,
- with the window turning over just before each request of the run,
- with the target's clock ten minutes off,
- with answers that take a second each.

They take a fixed window, one aligned to the clock, a sliding log, a sliding counter, a token bucket and GCRA by
turns, and one request at a time and six by turns. Nothing is found in any run, the verdict is the same each time,
and while limited nothing is sent but what was under way.

\`tests/limiters/extended/hostile-times.test.ts\` sends Retry-After and Reset of every hostile form: negative, huge, in
words, in the three forms of dates, in two lines, empty, as lists, past. No request comes early, no wait exceeds
\`--max-wait\`.
`;
  writeFileSync(new URL('../../docs/rate-limits.md', import.meta.url), page);
});
