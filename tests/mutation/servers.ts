import { variantRow } from '../../gallery/reference.ts';
import type { Row } from '../../gallery/row.ts';
import { runRow } from '../../gallery/run-row.ts';
import { kindOf } from '../../gallery/text.ts';
import type { Report } from '../../src/report/model/report.ts';
import { inMemory } from '../gallery/in-memory.ts';
import { defects, variants } from '../gallery/rows/reference.ts';
import { runInMemory } from '../support/in-memory.ts';
import { observationsIn, statedObservations } from '../support/observations.ts';
import type { Tier } from '../support/tiers.ts';

/** One run of the kit and its required result: a test for the runner of this folder. */
export interface GalleryRun {
  readonly id: string;
  /** The requirements that this run must report as violated. */
  readonly rows: readonly string[];
  /** Resolves with what is wrong, in a sentence, or with undefined. */
  readonly run: () => Promise<string | undefined>;
  /** Whether `npm test` runs against this server, or only `npm run test:all`. */
  readonly tier: Tier;
}

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

/** Runs against the whole gallery in memory: each must report what its row expects. */
export const galleryRuns: readonly GalleryRun[] = [
  { id: 'reference', rows: [], run: () => verify(inMemory(reference)), tier: 'quick' },
  { id: 'observations', rows: Object.keys(statedObservations), run: verifyObservations, tier: 'quick' },
  ...(['quick', 'extended'] as const).flatMap((tier) =>
    [...defects[tier], ...variants[tier]]
      .filter(({ id }) => !leftOut.includes(id))
      .map((row) => ({
        id: `${kindOf(row)} ${row.id}`,
        rows: row.expect.reports,
        run: () => verify(inMemory(row)),
        tier,
      })),
  ),
];

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
  return text === undefined || text.trim() === '' || /\bundefined\b|\bNaN\b|\[object/.test(text);
}
