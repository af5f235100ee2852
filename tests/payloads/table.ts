import { type Found, shareWithin } from './shares.ts';
import type { WeakValidator } from './weak-validators/index.ts';

/** The number of bodies in a standard run on the smallest plan. */
export const inDefaultRun = 42;
const budgets = [10, 20, inDefaultRun, 60];
export const seeds: readonly number[] = Array.from({ length: 200 }, (_, index) => index + 1);

/** Checks whether generated bodies can show a weak validator. Bodies that the specification leaves open are not generated. */
export function isGeneratedFor({ requirements }: WeakValidator): boolean {
  return requirements.some((id) => id !== 'invalid.either');
}

/** Writes the document about how many bodies find each weak validator. */
export function documentOf(found: readonly Found[], classes: number, minimality: string): string {
  const generated = found.filter(({ validator }) => isGeneratedFor(validator));
  const kinds = ['any instance', 'some values'] as const;
  const groups = kinds.map((kind) => ({
    kind,
    members: generated.filter(({ validator }) => validator.exposedBy === kind),
  }));
  const notGenerated = found
    .filter((one) => !generated.includes(one))
    .map(({ validator }) => `\`${validator.id}\``);
  return [
    '# How many bodies find a weak validator',
    '',
    `<!-- Written by \`npm run weak-validators\`: change its source, then run it again. -->`,
    '',
    `The kit generates invalid bodies from ${classes} fault classes. Each body has one fault, and each class is used once before`,
    'any is used twice. The first body of a class is small and fixed, so that faults named by the requirements are always',
    'tested. Faults that the requirements do not name come last, in rotation by the seed. This page measures the result',
    `with ${found.length} weak validators (\`tests/payloads/weak-validators\`) that make the mistakes of real servers. They were`,
    'written independently of the classes. The order of the classes was then revised once with this table.',
    '',
    `**The numbers** are the percentage of ${seeds.length} seeds (${seeds[0]} to ${seeds.at(-1)}) that find the validator with this number of`,
    'bodies; higher is better. "Random" columns use the same number of random bodies of any class. A validator is found if',
    'at least one of its violations is detected.',
    '',
    '**How they are measured**: without a server. The bodies are the bytes that the kit generates for a seed, with a plain',
    'word instead of the mark of a run, and each validator judges them. A test runs the kit against each validator and',
    'compares the violations (`tests/payloads/extended/shrink.test.ts`). A run sends this number of bodies if the quota and',
    '`--max-creates` allow it.',
    '',
    '## Summary',
    '',
    `| Shown by | Validators | | ${columns('')} | ${columns('random ')} |`,
    `|---|---|---|${'---:|'.repeat(budgets.length * 2)}`,
    ...groups.flatMap(({ kind, members }) => [
      `| ${kind} | ${members.length} | mean share of seeds | ${each((bodies) => mean(members, 'generated', bodies))} | ${each((bodies) => mean(members, 'random', bodies))} |`,
      `| ${kind} | ${members.length} | found with every seed | ${each((bodies) => always(members, 'generated', bodies))} | ${each((bodies) => always(members, 'random', bodies))} |`,
    ]),
    '',
    '"Any instance": every body with a certain fault shows it, such as any number as `name`. "Some values": only certain',
    'bodies do, such as a negative number, a certain key, or a body of more than 100 bytes. No number of bodies is sure to',
    'include one.',
    '',
    `${notGenerated.length} more are shown only by bodies that the specification leaves open (an empty name, a null description). These`,
    `are not generated; \`--profile thorough\` sends them all: ${notGenerated.join(', ')}.`,
    '',
    ...defaultRun(generated),
    '',
    'Bodies that only a lenient parser accepts are warnings and come last, so 10 or 20 bodies do not find those validators.',
    '',
    '## How small the bodies are',
    '',
    'The kit shrinks a failing body with up to `--shrink-requests` requests (20 for the whole run), and the report shows the',
    'smallest body that fails in the same way. After a 5xx it does not, because each further body may do permanent harm.',
    'To measure this, the kit runs against each validator, and each body in its report is compared with the smallest and',
    '2,000 generated bodies of its class:',
    '',
    minimality,
    '',
    'A test requires 95 % or more (`tests/payloads/extended/shrink.test.ts`).',
    ...groups.flatMap(({ kind, members }) => ['', `## Shown by ${kind}`, '', ...tableOf(members)]),
    '',
  ].join('\n');
}

/** Writes what a standard run on the smallest plan finds and misses. */
function defaultRun(found: readonly Found[]): string[] {
  const shares = found.map(({ validator, generated }) => ({
    validator,
    share: shareWithin(generated, inDefaultRun),
  }));
  const always = shares.filter(({ share }) => share === 1).length;
  const list = (some: typeof shares, words: (one: (typeof shares)[number]) => string) =>
    some.length === 0 ? 'none' : some.map(words).join(', ');
  const sometimes = shares.filter(({ share }) => share > 0 && share < 1);
  const never = shares.filter(({ share }) => share === 0);
  return [
    '## What a default run finds',
    '',
    `A standard run sends ${inDefaultRun} invalid bodies if the limit is 60 a minute, as on the smallest plan.`,
    '',
    `- Found with every seed: ${always} of ${found.length}.`,
    `- Found with some seeds (percentage): ${list(sometimes, ({ validator, share }) => `\`${validator.id}\` ${percent(share)}`)}.`,
    `- Missed with every seed: ${list(never, ({ validator }) => `\`${validator.id}\``)}.`,
  ];
}

function tableOf(members: readonly Found[]): string[] {
  return [
    `| Validator | What it does | ${columns('')} | ${columns('random ')} |`,
    `|---|---|${'---:|'.repeat(budgets.length * 2)}`,
    ...members.map((one) => {
      const shares = (order: Order) => each((bodies) => percent(shareWithin(one[order], bodies)));
      const title = one.validator.title.replaceAll('|', '\\|');
      return `| \`${one.validator.id}\` | ${title} | ${shares('generated')} | ${shares('random')} |`;
    }),
  ];
}

type Order = 'generated' | 'random';

function mean(members: readonly Found[], order: Order, bodies: number): string {
  const sum = members.reduce((total, one) => total + shareWithin(one[order], bodies), 0);
  return percent(sum / members.length);
}

function always(members: readonly Found[], order: Order, bodies: number): string {
  return String(members.filter((one) => shareWithin(one[order], bodies) === 1).length);
}

function columns(before: string): string {
  return each((bodies) => `${before}${bodies}`);
}

function each(cell: (bodies: number) => string): string {
  return budgets.map(cell).join(' | ');
}

/** Returns a percentage that is 100 only for all, and 0 only for none. */
function percent(share: number): string {
  if (share === 0 || share === 1) return String(share * 100);
  return String(Math.min(99, Math.max(1, Math.round(share * 100))));
}
