import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/exchange/clock.ts';
import type { Report } from '../../src/report/model/report.ts';
import { inMemory } from '../gallery/in-memory.ts';
import { variantRow } from '../gallery/reference.ts';
import type { Row } from '../gallery/row.ts';
import { limiterRow } from '../gallery/rows/limiters.ts';
import { phenomenonRows } from '../gallery/rows/phenomena.ts';
import { defects, variants } from '../gallery/rows/reference.ts';
import { runRow } from '../gallery/run-row.ts';
import { referenceDesigns } from '../limiters/designs/reference-designs.ts';
import { createVirtualClock } from '../limiters/virtual-clock.ts';
import { runInMemory } from '../support/in-memory.ts';
import { observationsIn, statedObservations } from '../support/observations.ts';
import { divide, divideEvery } from '../support/tiers.ts';

/**
 * Servers that are not tested here. Some respond in real time, and other servers show the same behavior. The rest
 * behave differently without a connection.
 */
const leftOut: readonly string[] = [
  ...['slow', 'sheds-load-502', 'id-asked-before-plain-text'],
  ...['instance-without-headers', 'busy-once', 'row-before-name'],
  'key-locked-out',
  'limit-by-connection',
];

const reference = variantRow({
  id: 'reference',
  title: 'Is the reference server',
  legal: 'It follows the specification.',
  warnings: [],
  change: () => ({}),
});

/** The servers that detect most mutants come first: one defect of each requirement, and every legal server. */
const ofReference = [...defects.quick, ...variants.quick, ...variants.extended, ...defects.extended].map(
  inMemory,
);
const ofLimiters = referenceDesigns.flatMap((design) => [
  limiterRow(design, design.right),
  ...divideEvery(design.faults, 3).quick.map((fault) => limiterRow(design, fault)),
]);
const all = [...ofReference, ...ofLimiters, ...phenomenonRows].filter(({ id }) => !leftOut.includes(id));
const { quick: long, extended: short } = divide<Row>(all, ({ settings }) => settings?.profile === 'thorough');
/** These servers differ only in the writing system whose characters are lost. */
const { quick: scripts, extended: others } = divide(long, ({ id }) => id.startsWith('text-'));

/** Long runs come last, because only a mutant that survives the other servers needs them. */
const rows = [...short, ...others, ...divideEvery(scripts, 4).quick];

describe('the servers are reported as their rows expect', () => {
  it('reference server', async () => expect(await verify(inMemory(reference))).toBeUndefined());

  it('observations of the reference server', async () => expect(await verifyObservations()).toBeUndefined());

  it.each(rows.map((row) => [`${row.family} ${row.id}`, row] as const))('%s', async (_title, row) => {
    expect(await verify(row)).toBeUndefined();
  });
});

/** A run that ends reads the clock at most ten thousand times. */
const mostQuestions = 100_000;

/**
 * Returns a virtual clock that throws if a run does not end. A time limit would also end runs that only have to wait for
 * the processor.
 */
function createBoundedClock(): Clock {
  const { now, monotonic, sleep } = createVirtualClock();
  let questions = 0;
  const count = () => {
    if (++questions > mostQuestions) throw new Error('The run does not end.');
  };
  return {
    now: () => {
      count();
      return now();
    },
    monotonic: () => {
      count();
      return monotonic();
    },
    async sleep(ms, signal) {
      count();
      await sleep(ms, signal);
    },
  };
}

async function verify(row: Row): Promise<string | undefined> {
  let report: Report | undefined;
  const { complaints } = await runRow(
    { ...row, clock: createBoundedClock },
    {
      tried: (trial) => {
        report = trial.report;
      },
    },
  );
  const [complaint] = complaints;
  if (complaint !== undefined) return `saw ${complaint.saw}, not ${complaint.expected}`;
  return report && wordless(report);
}

/** Compares the observed requirements in the report with what the reference server does. */
async function verifyObservations(): Promise<string | undefined> {
  const { report } = await runInMemory({}, { profile: 'thorough' }, { clock: createBoundedClock() });
  const wrong = Object.entries(observationsIn(report)).filter(
    // The server refuses long bodies when it reads them from a socket, but here there is no socket.
    ([id, seen]) => id !== 'invalid.unstated' && seen.join() !== statedObservations[id]?.join(),
  );
  return wrong.length === 0 ? undefined : `observed otherwise: ${wrong.map(([id]) => id).join(', ')}`;
}

/** Checks that every finding has `expected`, `received` and a place, and that everything not tested has a reason. */
function wordless({ findings, requirements }: Report): string | undefined {
  for (const { requirement, signature, expected, received, instances, places } of findings) {
    const cause = signature.replace(`${requirement}: `, '');
    const texts = [cause, expected, received, ...places.map(({ place }) => place)];
    // An instance may be called "undefined", because it is named after the body.
    if (texts.some(isEmpty) || instances.includes('')) return `the finding ${signature} says nothing`;
  }
  const silent = requirements.find(
    ({ verdict, reason, note }) =>
      ['not tested', 'not selected', 'not testable'].includes(verdict) && isEmpty(reason?.text ?? note),
  );
  return silent === undefined ? undefined : `${silent.id} does not say why it is ${silent.verdict}`;
}

function isEmpty(text: string | undefined): boolean {
  return text === undefined || text.trim() === '' || text.includes('[object');
}
