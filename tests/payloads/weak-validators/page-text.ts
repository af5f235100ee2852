import { csv } from '../../docs/csv.ts';
import { page } from '../../docs/markdown.ts';
import { code, type Documents, markdownTable, withSection } from '../../docs/written.ts';
import { sets, weakValidators } from './index.ts';
import { type Nights, starts } from './measure.ts';

/** What finds each weak validator, and what each kind of run sends. */
export const lists = {
  found: 'docs/data/weak-validators.csv',
  runs: 'docs/data/weak-validators-runs.csv',
} as const;

/** The cells of a line, keyed by column name. */
export type Line<Column extends string> = Readonly<Record<Column, string>>;

const ways = ['standard', 'gentle', 'thorough', 'thorough on Pro'] as const;
export type Way = (typeof ways)[number];

export const foundColumns = [
  ...(['validator', 'what it does', 'requirement'] as const),
  ...(['before: standard', 'before: gentle', 'before: thorough', 'before: thorough on Pro'] as const),
  ...(['now: standard', 'now: gentle', 'now: thorough', 'now: thorough on Pro'] as const),
  'Schemathesis' as const,
];
export type FoundLine = Line<(typeof foundColumns)[number]>;

export const runColumns = [
  ...(['run', 'runs', 'requests per run', 'invalid bodies', 'different bodies', 'measured'] as const),
];
export type RunLine = Line<(typeof runColumns)[number]>;

const never = '-';
const nightCounts = [1, 3, 10];
export const schemathesis = 'Schemathesis';

/**
 * Writes the cells that say when a weak validator is found: the number of nights in each period, and whether the thorough
 * runs find it.
 */
export function cellsOf({ standard, gentle, thorough, thoroughOnPro }: Nights): Line<Way> {
  const nights = (all: readonly (number | undefined)[]) => all.map((night) => night ?? never).join(' ');
  return {
    standard: nights(standard),
    gentle: nights(gentle),
    thorough: yesOrNo([thorough]),
    'thorough on Pro': yesOrNo([thoroughOnPro]),
  };
}

/** Writes "yes" or "no" for each of some runs: whether the run found something. */
export function yesOrNo(found: readonly boolean[]): string {
  return found.map((one) => (one ? 'yes' : 'no')).join(' ');
}

/** The section of docs/evidence.md about weak validators. */
const heading = 'What generated bodies find';

/** Writes the section about weak validators and its lists. */
export function payloadDocuments(found: readonly FoundLine[], runs: readonly RunLine[]): Documents {
  return {
    [lists.found]: csv(
      foundColumns,
      found.map((line) => foundColumns.map((column) => line[column])),
    ),
    [lists.runs]: csv(
      runColumns,
      runs.map((line) => runColumns.map((column) => line[column])),
    ),
    'docs/evidence.md': withSection(page('docs/evidence.md'), heading, section(found, runs)),
  };
}

function section(found: readonly FoundLine[], runs: readonly RunLine[]): string {
  const [first = [], more = []] = sets.map((rows) =>
    found.filter(({ validator }) => rows.some(({ id }) => id === validator)),
  );
  const lineOf = (run: string) => runs.find((line) => line.run === run);
  return `<!-- Written by \`npm run prove -- weak-validators\`. -->

Some servers refuse one invalid value but accept another of the same kind: \`7\` as a name, for example, but not \`1e5\`. This table
shows how many of ${weakValidators.length} such servers (\`tests/payloads/weak-validators\`) different numbers of nightly runs find, as the median with the
lowest and the highest count. The kit was first measured with ${sets[0]?.length ?? 0} of these servers, and later with ${sets[1]?.length ?? 0} more.

${markdownTable(
  ['Runs', `First ${first.length} servers`, `${more.length} more servers`],
  [
    ...(['standard', 'gentle'] as const).flatMap((way) =>
      nightCounts.map((count) => [
        `${code(way)}, ${count} ${count === 1 ? 'night' : 'nights'}`,
        ...[first, more].map((lines) => within(lines, `now: ${way}`, count)),
      ]),
    ),
    ['`thorough`, once, on Free', ...[first, more].map((lines) => anyYes(lines, 'now: thorough'))],
    ['`thorough`, once, on Pro', ...[first, more].map((lines) => anyYes(lines, 'now: thorough on Pro'))],
    ['Schemathesis, once', ...[first, more].map(oneRun)],
    ['Schemathesis, three times', ...[first, more].map((lines) => anyYes(lines, schemathesis))],
  ],
)}

Ten nights of \`standard\` send ${different(lineOf('now: standard'))}, and ten nights of \`gentle\` ${different(lineOf('now: gentle'))}.
Each median comes from ${starts.length} periods, with dates as seeds (\`--seed date\`), or from three runs of Schemathesis with ${lineOf(schemathesis)?.['requests per run'] ?? 0} requests each.
The lists have [every server](data/weak-validators.csv) and [every run](data/weak-validators-runs.csv).

\`TOOLS=../tools npm run prove -- weak-validators\` repeats this in a quarter of an hour. Without \`TOOLS\`, it takes a minute and keeps the
figures of [Schemathesis](comparison.md#how-to-reproduce).

${lineOf('now: standard')?.measured ?? ''} Schemathesis:
${lineOf(schemathesis)?.measured ?? ''}`;
}

/** Writes how many bodies some runs send, and how many different bodies these include. */
function different(line: RunLine | undefined): string {
  return `${line?.['invalid bodies']} bodies (${line?.['different bodies']} different ones)`;
}

/** Returns how many of these weak validators at least one run in a column finds. */
function anyYes(lines: readonly FoundLine[], column: keyof FoundLine): number {
  return lines.filter((line) => line[column].includes('yes')).length;
}

/** Returns how many of these weak validators one run of Schemathesis finds. */
function oneRun(lines: readonly FoundLine[]): string {
  return spread(
    [0, 1, 2].map((run) => lines.filter((line) => line.Schemathesis.split(' ')[run] === 'yes').length),
  );
}

/** Returns how many of these weak validators are found within this many nights. */
function within(lines: readonly FoundLine[], column: keyof FoundLine, nights: number): string {
  const found = lines.map((line) => nightsOf(line[column]));
  return spread(starts.map((_start, period) => found.filter((all) => Number(all[period]) <= nights).length));
}

function nightsOf(cell: string): number[] {
  return cell.split(' ').map((night) => (night === never ? Number.POSITIVE_INFINITY : Number(night)));
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** Writes the median of some counts with the lowest and the highest. */
function spread(counts: readonly number[]): string {
  const [low, high] = [Math.min(...counts), Math.max(...counts)];
  return low === high ? String(low) : `${median(counts)} (${low} to ${high})`;
}
