import { csv } from '../docs/csv.ts';
import { code, type Documents, markdownTable } from '../docs/written.ts';
import { type Found, shareWithin } from './shares.ts';
import type { WeakValidator } from './weak-validators/index.ts';

/** The number of invalid bodies in a standard run on the smallest plan. */
export const inDefaultRun = 41;
const budgets = [10, 20, inDefaultRun, 60];
export const seeds: readonly number[] = Array.from({ length: 200 }, (_, index) => index + 1);

/** Returns whether the kit generates bodies that can reveal this validator. Where the specification is silent, it does not. */
export function isGeneratedFor({ requirements }: WeakValidator): boolean {
  return requirements.some((id) => id !== 'invalid.either');
}

const list = 'weak-validators.csv';
const kinds = ['any instance', 'some values'] as const;

/** Writes docs/payloads.md and its list: how many bodies are needed to detect each weak validator. */
export function payloadDocuments(found: readonly Found[], classes: number, minimality: string): Documents {
  return {
    [`data/${list}`]: csv(
      [
        'validator',
        'what it does',
        'detected by',
        ...budgets.map((bodies) => `${bodies} bodies (% of seeds)`),
        ...budgets.map((bodies) => `${bodies} random bodies (% of seeds)`),
      ],
      found.map((one) => [
        one.validator.id,
        one.validator.title,
        isGeneratedFor(one.validator) ? one.validator.exposedBy : 'only --profile thorough',
        ...budgets.map((bodies) => percent(shareWithin(one.generated, bodies))),
        ...budgets.map((bodies) => percent(shareWithin(one.random, bodies))),
      ]),
    ),
    'payloads.md': pageText(found, classes, minimality),
  };
}

function pageText(found: readonly Found[], classes: number, minimality: string): string {
  const generated = found.filter(({ validator }) => isGeneratedFor(validator));
  const others = found.filter(({ validator }) => !isGeneratedFor(validator));
  const rows = kinds.flatMap((kind) => {
    const members = generated.filter(({ validator }) => validator.exposedBy === kind);
    const cells = (cell: (members: readonly Found[], way: Way, bodies: number) => string) =>
      (['generated', 'random'] as const).flatMap((way) =>
        budgets.map((bodies) => cell(members, way, bodies)),
      );
    return [
      [kind, members.length, 'mean share of seeds (%)', ...cells(mean)],
      [kind, members.length, 'detected with every seed', ...cells(always)],
    ];
  });
  return `<!-- Written by \`npm run weak-validators\`. A test compares it with what that command writes. -->

# How many invalid bodies are needed

The kit generates invalid bodies from ${classes} fault classes. Each body has exactly one fault. Each class is used once before any is
used twice, and starts with a small fixed body, so the faults that the requirements name are always sent. Later bodies are
random. The last classes contain faults that the requirements do not name. The seed selects which of these are used.

This page measures how well that works, with ${found.length} weak validators (\`tests/payloads/weak-validators\`). They make mistakes that real
servers make, and were written independently of the classes. The order of the classes was then revised once, based on this page.

${markdownTable(
  ['Detected by', 'Validators', '', ...budgets.map(String), ...budgets.map((bodies) => `random ${bodies}`)],
  rows,
)}

- **Columns**: the number of bodies sent. "Random" bodies come from any class, with repetitions, for comparison.
- **Seeds**: ${seeds[0]} to ${seeds.at(-1)}. A validator is detected if at least one requirement that it violates fails.
- **Any instance**: every body with the fault shows it, such as any number as \`name\`.
- **Some values**: only certain bodies show it, such as a negative number, a certain key, or a body of more than 100 bytes. No
  number of bodies guarantees one.

[The list](data/${list}) has every validator with its share of seeds.

${defaultRun(generated)}

Bodies that only lenient parsers accept lead to warnings and are sent last. So 10 or 20 bodies do not detect validators that are
only lenient.

${others.length} more validators violate only what the specification leaves open (an empty name, a null description). Only \`--profile thorough\`
sends such bodies: ${others.map(({ validator }) => code(validator.id)).join(', ')}.

## How small the reported bodies are

The kit shrinks a failing body with at most \`--shrink-requests\` requests (20 per run), and reports the smallest that fails in the
same way. It does not shrink bodies that returned 5xx, because each further one may do permanent harm. To measure this, the kit
runs against each weak validator. Each reported body is compared with the smallest bodies of its class and 2,000 generated ones:

${minimality}

The tests require at least 95 % (\`tests/payloads/extended/shrink.test.ts\`).

## How this is measured

No server is started. The bodies are those that the kit generates for a seed, as the bytes that it would send, with a plain word
instead of the mark of a run. Each validator computes its response. \`tests/payloads/extended/shrink.test.ts\` runs the kit
against each validator and compares the violated requirements. A run sends this many bodies if the quota and \`--max-creates\`
allow it.
`;
}

/** Lists what a standard run on the smallest plan detects with every seed, with some seeds, or never. */
function defaultRun(found: readonly Found[]): string {
  const shares = found.map(({ validator, generated }) => ({
    validator,
    share: shareWithin(generated, inDefaultRun),
  }));
  const always = shares.filter(({ share }) => share === 1).length;
  const names = (some: typeof shares, words: (one: (typeof shares)[number]) => string) =>
    some.length === 0 ? 'none' : some.map(words).join(', ');
  const sometimes = shares.filter(({ share }) => share > 0 && share < 1);
  const never = shares.filter(({ share }) => share === 0);
  return `## What a standard run detects

A standard run sends ${inDefaultRun} invalid bodies if the limit is 60 requests per minute, as on the smallest plan.

- Detected with every seed: ${always} of ${found.length}.
- Detected with some seeds (%): ${names(sometimes, ({ validator, share }) => `${code(validator.id)} ${percent(share)}`)}.
- Never detected: ${names(never, ({ validator }) => code(validator.id))}.`;
}

type Way = 'generated' | 'random';

function mean(members: readonly Found[], way: Way, bodies: number): string {
  const sum = members.reduce((total, one) => total + shareWithin(one[way], bodies), 0);
  return percent(sum / members.length);
}

function always(members: readonly Found[], way: Way, bodies: number): string {
  return String(members.filter((one) => shareWithin(one[way], bodies) === 1).length);
}

/** Rounds, but gives 100 only for all, and 0 only for none. */
function percent(share: number): string {
  if (share === 0 || share === 1) return String(share * 100);
  return String(Math.min(99, Math.max(1, Math.round(share * 100))));
}
