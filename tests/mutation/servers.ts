import type { Change } from '../../reference-server/changes/change.ts';
import type { Settings } from '../../src/config/settings.ts';
import type { Report } from '../../src/report/model/report.ts';
import { divided } from '../gallery/stated.ts';
import { runInMemory } from '../support/in-memory.ts';
import { observationsIn, statedObservations } from '../support/observations.ts';
import { idsWith } from '../support/run-against.ts';
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

const tiers: readonly Tier[] = ['quick', 'extended'];

/** One responds in real seconds, and the others behave differently without a connection. */
const leftOut: readonly string[] = [
  'slow',
  'instance-without-headers',
  'key-locked-out',
  'limit-by-connection',
];

/** Runs against the whole gallery: each must report what its server violates, and nothing else. */
export const galleryRuns: readonly GalleryRun[] = [
  { id: 'reference', rows: [], run: () => verify([], {}), tier: 'quick' },
  { id: 'observations', rows: Object.keys(statedObservations), run: verifyObservations, tier: 'quick' },
  ...tiers
    .flatMap((tier) => divided.defect[tier].map((defect) => ({ ...defect, tier })))
    .filter(({ id, needs }) => !leftOut.includes(id) && !needs?.includes('description'))
    .map(({ id, requirements, change, needs, tier }) => ({
      id: `defect ${id}`,
      rows: requirements,
      run: () =>
        verify(
          requirements,
          { change },
          {
            ...(needs?.includes('plan') ? { plan: 'free' as const } : {}),
            ...(needs?.includes('thorough') ? { profile: 'thorough' as const } : {}),
          },
        ),
      tier,
    })),
  ...tiers
    .flatMap((tier) => divided.variant[tier].map((variant) => ({ ...variant, tier })))
    .filter(({ id }) => !leftOut.includes(id))
    .map(({ id, warnings, change, tier }) => ({
      id: `variant ${id}`,
      rows: warnings,
      run: () => verify(warnings, { change }),
      tier,
    })),
];

async function verify(
  rows: readonly string[],
  changed: { readonly change?: Change },
  settings: Partial<Settings> = {},
): Promise<string | undefined> {
  const { report, counted } = await runInMemory(changed, settings);
  if (report.kitFaults.length > 0) return `the kit failed: ${report.kitFaults[0]}`;
  const found = idsWith(report, 'fail', 'warn').sort().join(', ');
  const wanted = [...rows].sort().join(', ');
  if (found !== wanted) return `found ${found || 'nothing'}, not ${wanted || 'nothing'}`;
  // Requests in flight when the first 429 arrived could not be canceled.
  if (counted.whileAnyLimited > 5) return `${counted.whileAnyLimited} requests were sent while limited`;
  return wordless(report);
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
