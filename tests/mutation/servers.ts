import { describe, expect, it } from 'vitest';
import { variantRow } from '../../gallery/reference.ts';
import type { Row } from '../../gallery/row.ts';
import { runRow } from '../../gallery/run-row.ts';
import { kindOf } from '../../gallery/text.ts';
import type { Report } from '../../src/report/model/report.ts';
import { inMemory } from '../gallery/in-memory.ts';
import { defects, variants } from '../gallery/rows/reference.ts';
import { runInMemory } from '../support/in-memory.ts';
import { observationsIn, statedObservations } from '../support/observations.ts';

/** One responds in real seconds, and the others behave differently without a connection. */
const leftOut: readonly string[] = [
  'slow',
  'instance-without-headers',
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

const rows = [...variants.quick, ...variants.extended, ...defects.quick, ...defects.extended].filter(
  ({ id }) => !leftOut.includes(id),
);

describe('the servers of the gallery, in memory, are reported as their rows expect', () => {
  it('reference server', async () => expect(await verify(inMemory(reference))).toBeUndefined());

  it('observations of the reference server', async () => expect(await verifyObservations()).toBeUndefined());

  it.each(rows.map((row) => [`${kindOf(row)} ${row.id}`, row] as const))('%s', async (_title, row) => {
    expect(await verify(inMemory(row))).toBeUndefined();
  });
});

async function verify(row: Row): Promise<string | undefined> {
  let report: Report | undefined;
  const { complaints } = await runRow(row, {
    tried: (trial) => {
      report = trial.report;
    },
  });
  const [complaint] = complaints;
  if (complaint !== undefined) return `saw ${complaint.saw}, not ${complaint.expected}`;
  return report && wordless(report);
}

/** Compares the observed requirements of the reference server with what it does. */
async function verifyObservations(): Promise<string | undefined> {
  const { report } = await runInMemory({}, { profile: 'thorough' });
  const wrong = Object.entries(observationsIn(report)).filter(
    // The server refuses long bodies when it reads them from a socket, and there is none here.
    ([id, seen]) => id !== 'invalid.unstated' && seen.join() !== statedObservations[id]?.join(),
  );
  return wrong.length === 0 ? undefined : `observed otherwise: ${wrong.map(([id]) => id).join(', ')}`;
}

/** Checks that every finding has expected, received and a place, and that everything not tested has a reason. */
function wordless({ findings, requirements }: Report): string | undefined {
  for (const { requirement, signature, expected, received, instances, places } of findings) {
    const cause = signature.replace(`${requirement}: `, '');
    const texts = [cause, expected, received, ...places.map(({ place }) => place)];
    // An instance is named after the body, which may be "undefined".
    if (texts.some(isEmpty) || instances.includes('')) return `the finding ${signature} says nothing`;
  }
  const silent = requirements.find(
    ({ verdict, reason }) =>
      ['not tested', 'not selected', 'not testable'].includes(verdict) && isEmpty(reason),
  );
  return silent === undefined ? undefined : `${silent.id} does not say why it is ${silent.verdict}`;
}

function isEmpty(text: string | undefined): boolean {
  return text === undefined || text.trim() === '' || text.includes('[object');
}
