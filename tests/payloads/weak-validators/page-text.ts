import { csv } from '../../docs/csv.ts';
import { code, type Documents, markdownTable } from '../../docs/written.ts';
import { sets, weakValidators } from './index.ts';
import { type Nights, starts } from './measure.ts';

/** What finds each weak validator, and what each kind of run sends. */
export const lists = {
  found: 'docs/data/weak-validators.csv',
  runs: 'docs/data/weak-validators-runs.csv',
} as const;

/** The cells of a line by the names of its columns. */
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

/** Writes what finds a weak validator as cells: the nights of each period, and whether the thorough runs do. */
export function cellsOf({ standard, gentle, thorough, thoroughOnPro }: Nights): Line<Way> {
  const nights = (all: readonly (number | undefined)[]) => all.map((night) => night ?? never).join(' ');
  return {
    standard: nights(standard),
    gentle: nights(gentle),
    thorough: yesOrNo([thorough]),
    'thorough on Pro': yesOrNo([thoroughOnPro]),
  };
}

/** Writes whether each of some runs found something. */
export function yesOrNo(found: readonly boolean[]): string {
  return found.map((one) => (one ? 'yes' : 'no')).join(' ');
}

/** Writes docs/weak-validators.md and its lists. */
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
    'docs/weak-validators.md': pageText(found, runs),
  };
}

function pageText(found: readonly FoundLine[], runs: readonly RunLine[]): string {
  const [first = [], more = []] = sets.map((rows) =>
    found.filter(({ validator }) => rows.some(({ id }) => id === validator)),
  );
  const lineOf = (run: string) => runs.find((line) => line.run === run);
  const headline = (nights: number) => within(first, 'now: standard', nights);
  return `<!-- Written by \`npm run prove -- weak-validators\`. -->

# What generated bodies find

Some servers refuse one invalid value but accept another of the same kind: \`7\` as a name, for example, but not \`1e5\`. This page
measures how soon runs find ${weakValidators.length} such servers (\`tests/payloads/weak-validators\`): the reference server, with wrong responses to some values.

**Of the first twelve, three nights of \`standard\` find ${headline(3)}, and ten nights find ${headline(10)}.**

${markdownTable(
  [
    'Found by',
    ...(['standard', 'gentle'] as const).flatMap((way) => nightCounts.map((count) => `\`${way}\`, ${count}`)),
    ...['`thorough`, Free', '`thorough`, Pro', 'Schemathesis, 1', 'Schemathesis, 3'],
  ],
  [summary('first twelve', first), summary('twelve more', more)],
)}

The numbers in the headings are nights, or runs of Schemathesis with ${lineOf(schemathesis)?.['requests per run'] ?? 0} requests each. Cells have the median of ${starts.length} periods, or
of three runs (lowest to highest). A thorough run on Pro may send 300 requests per minute, not 60, and so sends more bodies. The next table has the median number of
nights until a run reports the requirement that a server violates (a dash: more than ten).

${markdownTable(
  ['Weak validator', '`standard`', '`gentle`'],
  [...first, ...more].map((line) => [
    `${code(line.validator)}: ${line['what it does']}`,
    ...(['standard', 'gentle'] as const).map((way) => nightsShown(line[`now: ${way}`])),
  ]),
)}

Ten nights of \`standard\` send ${different(lineOf('now: standard'))}, and ten nights of \`gentle\` ${different(lineOf('now: gentle'))}.
The kit runs in memory, with dates as seeds (\`--seed date\`). Schemathesis sends requests to loopback, with the seeds 1 to 3 and no limit.

${lineOf('now: standard')?.measured ?? ''}

Schemathesis: ${lineOf(schemathesis)?.measured ?? ''}

\`TOOLS=../tools npm run prove -- weak-validators\` repeats this in a quarter of an hour. Without \`TOOLS\`, it takes a minute and keeps the
figures of [Schemathesis](comparison.md#how-to-reproduce). [All servers](data/weak-validators.csv), [all runs](data/weak-validators-runs.csv).
`;
}

/** Writes how many bodies some runs send, and how many of them differ. */
function different(line: RunLine | undefined): string {
  return `${line?.['different bodies']} different bodies of ${line?.['invalid bodies']}`;
}

/** A line of the summary: how many of these weak validators each way to run a tool finds. */
function summary(title: string, lines: readonly FoundLine[]): string[] {
  const nights = (['standard', 'gentle'] as const).flatMap((way) =>
    nightCounts.map((count) => within(lines, `now: ${way}`, count)),
  );
  const finding = (column: keyof FoundLine, isFound: (cell: string) => boolean) =>
    lines.filter((line) => isFound(line[column])).length;
  const anyYes = (column: keyof FoundLine) => String(finding(column, (cell) => cell.includes('yes')));
  const oneRun = spread(
    [0, 1, 2].map((run) => finding(schemathesis, (cell) => cell.split(' ')[run] === 'yes')),
  );
  return [
    ...[title, ...nights, anyYes('now: thorough'), anyYes('now: thorough on Pro')],
    oneRun,
    anyYes(schemathesis),
  ];
}

/** How many of these weak validators are found within some nights. */
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

function nightsShown(cell: string): string {
  const nights = median(nightsOf(cell));
  return Number.isFinite(nights) ? String(nights) : '–';
}
