import { type Found, shareWithin } from './shares.ts';
import type { WeakValidator } from './weak-validators/index.ts';

/** So many a standard run sends on the smallest plan. */
export const inDefaultRun = 42;
const budgets = [10, 20, inDefaultRun, 60];
export const seeds: readonly number[] = Array.from({ length: 200 }, (_, index) => index + 1);

/** Weak validators that only bodies show about which the specification is silent: they are never drawn. */
export function isDrawnFor({ requirements }: WeakValidator): boolean {
  return requirements.some((row) => row !== 'invalid.either');
}

/** The document that tells how many bodies it takes to find each weak validator. */
export function documentOf(found: readonly Found[], classes: number, minimality: string): string {
  const generated = found.filter(({ validator }) => isDrawnFor(validator));
  const kinds = ['any instance', 'some values'] as const;
  const groups = kinds.map((kind) => ({
    kind,
    members: generated.filter(({ validator }) => validator.exposedBy === kind),
  }));
  const notDrawn = found
    .filter((one) => !generated.includes(one))
    .map(({ validator }) => `\`${validator.id}\``);
  return [
    '# How many bodies it takes',
    '',
    `<!-- Written by \`npm run weak-validators\`: change what it comes from, then run it again. -->`,
    '',
    'The kit draws the bodies that a service has to refuse from fault classes: one thing is wrong with each, and',
    `each of the ${classes} classes is met once before any is met twice. Of each the first body is a small one that is`,
    'always the same, so that what the requirements name is found by design; further ones are drawn. The last classes',
    'hold what the requirements do not name: they take turns by the seed. What that is worth is measured here with',
    `${found.length} weak validators (\`tests/payloads/weak-validators\`), which make such mistakes as real servers`,
    'make. They were written apart from the classes; the order and the mixture of the',
    'classes were then revised once with this table in view.',
    '',
    `**The numbers**: the share of ${seeds.length} seeds (${seeds[0]} to ${seeds.at(-1)}), in per cent, at which the validator is found with`,
    'so many bodies; beside them the same number of bodies drawn at random, from any class at a time and with',
    'repetitions. Found means that at least one of the rows it breaks is seen broken.',
    '',
    '**How they come about**: no server is started. The bodies are those that the kit draws for a seed, rendered to',
    'the bytes that it would send, with a plain word where the mark of a run stands; the validator is asked what it',
    'answers to them. That this is what a run finds is held by a test, which runs the kit against each validator',
    'and compares the rows (`tests/payloads/extended/shrink.test.ts`). A run sends as many bodies where the quota and',
    '`--max-creates` have room for them.',
    '',
    '## In short',
    '',
    `| Shown by | Validators | | ${columns('')} | ${columns('random ')} |`,
    `|---|---|---|${'---:|'.repeat(budgets.length * 2)}`,
    ...groups.flatMap(({ kind, members }) => [
      `| ${kind} | ${members.length} | mean share of seeds | ${each((bodies) => mean(members, 'generated', bodies))} | ${each((bodies) => mean(members, 'random', bodies))} |`,
      `| ${kind} | ${members.length} | found at every seed | ${each((bodies) => always(members, 'generated', bodies))} | ${each((bodies) => always(members, 'random', bodies))} |`,
    ]),
    '',
    '"Any instance": all bodies of some one fault show it, such as any number as `name`. "Some values": only',
    'certain ones do, such as a number below zero, a certain key, or a body of more than 100 bytes; no number of',
    'bodies is sure to hold one, so the shares are what they are.',
    '',
    `${notDrawn.length} more are shown by bodies alone about which the specification is silent (an empty name, a description of`,
    `null). Those are not drawn; \`--profile thorough\` sends them all: ${notDrawn.join(', ')}.`,
    '',
    ...defaultRun(generated),
    '',
    'Bodies that only a parser with extensions takes are warnings, and warnings come last: that is why those',
    'validators are not found with 10 or 20 bodies.',
    '',
    '## How small the bodies are',
    '',
    'A body that failed is made smaller within `--shrink-requests` (20 for the whole run), and the report shows the',
    'smallest that fails in the same way. What was answered 5xx is not: each further body may do harm for good. For this the kit is run against each of the validators, and each body that',
    'its report shows is compared with the smallest bodies of its class and 2,000 drawn ones:',
    '',
    minimality,
    '',
    'The tests hold it at 95 % or more (`tests/payloads/extended/shrink.test.ts`).',
    ...groups.flatMap(({ kind, members }) => ['', `## Shown by ${kind}`, '', ...tableOf(members)]),
    '',
  ].join('\n');
}

/** What a standard run on the smallest plan finds, and what it misses, at some seeds or always. */
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
    `A standard run sends ${inDefaultRun} invalid bodies where the limit is 60 a minute, as on the smallest plan.`,
    '',
    `- Found at every seed: ${always} of ${found.length}.`,
    `- Found at some seeds, in per cent of them: ${list(sometimes, ({ validator, share }) => `\`${validator.id}\` ${percent(share)}`)}.`,
    `- Missed at every seed: ${list(never, ({ validator }) => `\`${validator.id}\``)}.`,
  ];
}

function tableOf(members: readonly Found[]): string[] {
  return [
    `| Validator | What it does | ${columns('')} | ${columns('random ')} |`,
    `|---|---|${'---:|'.repeat(budgets.length * 2)}`,
    ...members.map((one) => {
      const shares = (way: Way) => each((bodies) => percent(shareWithin(one[way], bodies)));
      const title = one.validator.title.replaceAll('|', '\\|');
      return `| \`${one.validator.id}\` | ${title} | ${shares('generated')} | ${shares('random')} |`;
    }),
  ];
}

type Way = 'generated' | 'random';

function mean(members: readonly Found[], way: Way, bodies: number): string {
  const sum = members.reduce((total, one) => total + shareWithin(one[way], bodies), 0);
  return percent(sum / members.length);
}

function always(members: readonly Found[], way: Way, bodies: number): string {
  return String(members.filter((one) => shareWithin(one[way], bodies) === 1).length);
}

function columns(before: string): string {
  return each((bodies) => `${before}${bodies}`);
}

function each(cell: (bodies: number) => string): string {
  return budgets.map(cell).join(' | ');
}

/** Never 100 for what is less than all, never 0 for what is more than none. */
function percent(share: number): string {
  if (share === 0 || share === 1) return String(share * 100);
  return String(Math.min(99, Math.max(1, Math.round(share * 100))));
}
