import type { Settings } from '../../src/config/settings.ts';
import { type Draft, type FastCheck, type FaultClass, sizeOf } from '../../src/payloads/fault-class.ts';
import { isOfClass } from '../../src/payloads/generate.ts';
import type { Finding, Report } from '../../src/report/model/report.ts';
import { runInMemory } from '../support/in-memory.ts';
import { responseTo, violatedRequirements } from './simulate.ts';
import type { WeakValidator } from './weak-validators/index.ts';

/** The body of a finding, and a smaller one of its class that fails in the same way, if there is one. */
export interface ShownBody {
  readonly place: string;
  readonly smaller: string | undefined;
}

/** The smallest and 2,000 generated instances of each class, in order of size. */
export type Instances = ReadonlyMap<string, readonly Draft[]>;

export function instancesOf(fc: FastCheck, classes: readonly FaultClass[]): Instances {
  return new Map(
    classes.map((faultClass) => {
      const { id, smallest, arbitrary } = faultClass;
      const all = [...smallest, ...fc.sample(arbitrary, { seed: 99, numRuns: 2_000 })];
      const once = [...new Map(all.map((draft) => [draft.text, draft])).values()];
      const exact = once.filter((draft) => isOfClass(faultClass, draft));
      return [id, exact.sort((a, b) => sizeOf(a) - sizeOf(b))];
    }),
  );
}

/** Runs the kit against a weak validator, one request at a time, so that each run finds the same. */
export async function runKit({ change }: WeakValidator, settings: Partial<Settings>): Promise<Report> {
  const plans = { free: { minute: 1_000, day: 100_000 } };
  const run = { exhaust: false, maxCreates: 400, concurrency: 1, ...settings };
  const { report } = await runInMemory({ change, plans }, run);
  if (report.kitFaults.length > 0) throw new Error(report.kitFaults.join('; '));
  return report;
}

/** Returns the bodies of a run's findings, except after a 5xx, where nothing is shrunk. */
export function shownBodies(report: Report, validator: WeakValidator, instances: Instances): ShownBody[] {
  const shrunk = report.findings.filter(({ signature }) => !/ returned 5\d\d$/.test(signature));
  return shrunk.map((finding) => ({
    place: `${validator.id}, ${finding.signature}: ${finding.payload?.smallest}`,
    smaller: smallerThan(finding, validator, instances),
  }));
}

/** Returns the line of docs/payloads.md about how many bodies are as small as possible. */
export function minimalityLine(shown: readonly ShownBody[]): string {
  const smallest = shown.filter(({ smaller }) => smaller === undefined).length;
  const share = ((100 * smallest) / shown.length).toFixed(1);
  return `**${smallest} of ${shown.length} bodies (${share} %) are the smallest of their class that fail in the same way.**`;
}

function smallerThan(
  { requirement, signature, payload }: Finding,
  validator: WeakValidator,
  instances: Instances,
): string | undefined {
  if (payload === undefined) return undefined;
  const size = sizeOf(draftOf(payload.smallest));
  const response = / returned (?!400)/.test(signature)
    ? signature.endsWith('returned 201')
      ? 'accepted'
      : 'other'
    : 'refused';
  return instances
    .get(payload.class)
    ?.find(
      (draft) =>
        sizeOf(draft) < size &&
        violatedRequirements(validator, draft).includes(requirement) &&
        responseTo(validator, draft) === response,
    )?.text;
}

/** Parses a body of a report, which shows bytes that are not UTF-8 as \xHH. */
function draftOf(body: string): Draft {
  const text = body.replace(/\\x([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return { label: body, text, ...(text === body ? {} : { bytes: true }) };
}
