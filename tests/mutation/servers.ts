import type { Change } from '../../reference-server/change.ts';
import { defects } from '../../reference-server/defects/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import type { Settings } from '../../src/config/settings.ts';
import type { Report } from '../../src/report/model/report.ts';
import { runInMemory } from '../support/in-memory.ts';
import { observationsIn, statedObservations } from '../support/observations.ts';
import { idsWith } from '../support/run-against.ts';

/** One run of the kit, and what must come of it: a test as the runner of this folder runs it. */
export interface GalleryRun {
  readonly id: string;
  /** The requirements that this run must find broken. */
  readonly rows: readonly string[];
  /** Resolves with what is not as it should be, in a sentence, or with undefined. */
  readonly run: () => Promise<string | undefined>;
}

/** Answers in real seconds; and three that behave otherwise where no connection lies between. */
const leftOut: readonly string[] = [
  'slow',
  'instance-without-headers',
  'key-locked-out',
  'limit-by-connection',
];

/** The whole gallery through the front door: what each server breaks must be found, and nothing else. */
export const galleryRuns: readonly GalleryRun[] = [
  { id: 'reference', rows: [], run: () => verify([], {}) },
  { id: 'observations', rows: Object.keys(statedObservations), run: verifyObservations },
  ...defects
    .filter(({ id, needs }) => !leftOut.includes(id) && !needs?.includes('description'))
    .map(({ id, requirements, change, needs }) => ({
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
    })),
  ...variants
    .filter(({ id }) => !leftOut.includes(id))
    .map(({ id, warnings, change }) => ({
      id: `variant ${id}`,
      rows: warnings,
      run: () => verify(warnings, { change }),
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
  // What was under way when the first 429 came could not be called back.
  if (counted.whileAnyLimited > 5) return `${counted.whileAnyLimited} requests were sent while limited`;
  return wordless(report);
}

/** Holds what is only observed of the reference server against what is there to be seen. */
async function verifyObservations(): Promise<string | undefined> {
  const { report } = await runInMemory({}, { profile: 'thorough' });
  const wrong = Object.entries(observationsIn(report)).filter(
    // The server refuses what is too long where it reads it from a socket, and there is none here.
    ([id, seen]) => id !== 'invalid.unstated' && seen.join() !== statedObservations[id]?.join(),
  );
  return wrong.length === 0 ? undefined : `observed otherwise: ${wrong.map(([id]) => id).join(', ')}`;
}

/** What the report leaves unsaid: every finding says what was expected, seen and where, every gap says why. */
function wordless({ findings, requirements }: Report): string | undefined {
  for (const { requirement, signature, expected, received, instances, places } of findings) {
    const cause = signature.replace(`${requirement}: `, '');
    const texts = [cause, expected, received, ...places.map(({ place }) => place)];
    // An instance is named after what was sent, which may well be "undefined".
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
