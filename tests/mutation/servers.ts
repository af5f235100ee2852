import type { Change } from '../../reference-server/change.ts';
import { defects } from '../../reference-server/defects/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import type { Settings } from '../../src/config/settings.ts';
import type { Report } from '../../src/report/model/report.ts';
import { runInMemory } from '../support/in-memory.ts';
import { observationsIn, statedObservations } from '../support/observations.ts';
import { idsWith } from '../support/run-against.ts';

/** A run of the kit with its expected result: one test of this folder's runner. */
export interface GalleryRun {
  readonly id: string;
  /** The requirements that the run must report as violated. */
  readonly requirements: readonly string[];
  /** Resolves with a sentence if the result is wrong, otherwise with undefined. */
  readonly run: () => Promise<string | undefined>;
}

/** Servers that respond in real time or behave differently without connections. */
const leftOut: readonly string[] = [
  'slow',
  'instance-without-headers',
  'key-locked-out',
  'limit-by-connection',
];

/** Complete runs against the whole gallery: each must find exactly what its server violates. */
export const galleryRuns: readonly GalleryRun[] = [
  { id: 'reference', requirements: [], run: () => verify([], {}) },
  { id: 'observations', requirements: Object.keys(statedObservations), run: verifyObservations },
  ...defects
    .filter(({ id, needs }) => !leftOut.includes(id) && !needs?.includes('description'))
    .map(({ id, requirements, change, needs }) => ({
      id: `defect ${id}`,
      requirements,
      run: () =>
        verify(
          requirements,
          { change },
          {
            ...(needs?.includes('plan') ? { plan: 'free' as const } : {}),
            ...(needs?.includes('thorough') ? { profile: 'thorough' as const } : {}),
          },
        ),
    })),
  ...variants
    .filter(({ id }) => !leftOut.includes(id))
    .map(({ id, warnings, change }) => ({
      id: `variant ${id}`,
      requirements: warnings,
      run: () => verify(warnings, { change }),
    })),
];

async function verify(
  requirements: readonly string[],
  changed: { readonly change?: Change },
  settings: Partial<Settings> = {},
): Promise<string | undefined> {
  const { report, counted } = await runInMemory(changed, settings);
  if (report.kitFaults.length > 0) return `the kit failed: ${report.kitFaults[0]}`;
  const found = idsWith(report, 'fail', 'warn').sort().join(', ');
  const wanted = [...requirements].sort().join(', ');
  if (found !== wanted) return `found ${found || 'nothing'}, not ${wanted || 'nothing'}`;
  // Requests in flight at the first 429 cannot be recalled.
  if (counted.whileAnyLimited > 5) return `${counted.whileAnyLimited} requests were sent while limited`;
  return missingText(report);
}

/** Compares the observations about the reference server with the expected ones. */
async function verifyObservations(): Promise<string | undefined> {
  const { report } = await runInMemory({}, { profile: 'thorough' });
  const wrong = Object.entries(observationsIn(report)).filter(
    // The server rejects long bodies while reading from a socket, and there is none here.
    ([id, seen]) => id !== 'invalid.unstated' && seen.join() !== statedObservations[id]?.join(),
  );
  return wrong.length === 0 ? undefined : `observed differently: ${wrong.map(([id]) => id).join(', ')}`;
}

/** Returns a sentence if part of a finding is empty, or an untested requirement lacks a reason. */
function missingText({ findings, requirements }: Report): string | undefined {
  for (const { requirement, signature, expected, received, instances, places } of findings) {
    const cause = signature.replace(`${requirement}: `, '');
    const texts = [cause, expected, received, ...places.map(({ place }) => place)];
    // An instance is named after what was sent, which may be "undefined".
    if (texts.some(isEmpty) || instances.includes('')) return `the finding ${signature} has an empty part`;
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
