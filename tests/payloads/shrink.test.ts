import { beforeAll, describe, expect, it } from 'vitest';
import type { Finding, Report } from '../../src/model/report.ts';
import type { Settings } from '../../src/model/settings.ts';
import { type Draft, sizeOf } from '../../src/payloads/draft.ts';
import { type Drawn, drawPayloads, isOfClass, loadClasses } from '../../src/payloads/draw.ts';
import type { FastCheck, FaultClass } from '../../src/payloads/fault-class.ts';
import { idsWith, runAgainst } from '../support/run-against.ts';
import { answerTo, brokenRows } from './simulate.ts';
import { type WeakValidator, weakValidators } from './weak-validators/index.ts';

/** Bodies that the specification is silent about are sent by this profile alone. */
const needThorough = weakValidators.filter(({ requirements }) => requirements.includes('invalid.either'));

/** A blank body that is answered neither 2xx nor 400 is met as what is no JSON: see `refused` in the suite. */
const alsoMalformed = ['empty-body-crashes'];

let fc: FastCheck;
let classes: readonly FaultClass[];
/** What a smaller body is looked for in: the smallest instances of each class, and 2,000 drawn ones. */
const instances = new Map<string, readonly Draft[]>();

beforeAll(async () => {
  ({ fc, classes } = await loadClasses());
  for (const faultClass of classes) {
    const { id, smallest, arbitrary } = faultClass;
    const all = [...smallest, ...fc.sample(arbitrary, { seed: 99, numRuns: 2_000 })];
    const once = [...new Map(all.map((draft) => [draft.text, draft])).values()];
    const exact = once.filter((draft) => isOfClass(faultClass, draft));
    instances.set(
      id,
      exact.sort((a, b) => sizeOf(a) - sizeOf(b)),
    );
  }
});

async function runKit({ change }: WeakValidator, settings: Partial<Settings>): Promise<Report> {
  const plans = { free: { minute: 1_000, day: 100_000 } };
  const { report } = await runAgainst({ change, plans }, { exhaust: false, maxCreates: 400, ...settings });
  expect(report.kitFaults).toEqual([]);
  return report;
}

function rowsOf(report: Report): string[] {
  return idsWith(report, 'fail', 'warn').sort();
}

/** The rows that 60 bodies show by the simulation alone. */
function simulatedRows(validator: WeakValidator, seed: number): string[] {
  const drawn: readonly Drawn[] = drawPayloads(fc, classes, seed, 60);
  return [...new Set(drawn.flatMap(({ draft }) => brokenRows(validator, draft)))].sort();
}

/** A smaller body of the class that is wrongly answered in the same way, where there is one. */
function smallerThan(
  { requirement, signature, payload }: Finding,
  validator: WeakValidator,
): string | undefined {
  if (payload === undefined) return undefined;
  const size = sizeOf(draftOf(payload.smallest));
  const answer = / answered (?!400)/.test(signature)
    ? signature.endsWith('answered 201')
      ? 'accepted'
      : 'other'
    : 'refused';
  return instances
    .get(payload.class)
    ?.find(
      (draft) =>
        sizeOf(draft) < size &&
        brokenRows(validator, draft).includes(requirement) &&
        answerTo(validator, draft) === answer,
    )?.text;
}

/** Reports show bytes that are no UTF-8 as \xHH. */
function draftOf(body: string): Draft {
  const text = body.replace(/\\x([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return { label: body, text, ...(text === body ? {} : { bytes: true }) };
}

const shown: { readonly place: string; readonly smaller: string | undefined }[] = [];

describe.concurrent('each weak validator is found with 60 bodies, and blamed on its rows alone', () => {
  it.each(weakValidators.map((validator, index) => [validator.id, validator, index + 1] as const))(
    '%s',
    async (id, validator, seed) => {
      const report = await runKit(validator, { seed });
      const rows = rowsOf(report);
      const { requirements, exposedBy } = validator;
      const wanted = requirements.filter((row) => row !== 'invalid.either');
      const sure = alsoMalformed.includes(id) ? [...wanted, 'invalid.body-malformed'].sort() : wanted;
      expect(rows.filter((row) => !sure.includes(row))).toEqual([]);
      if (exposedBy === 'any instance') expect(rows).toEqual([...sure].sort());
      // The table of docs/payloads.md is made without a server: here is what makes that right.
      expect(rows).toEqual(simulatedRows(validator, seed));
      for (const finding of report.findings) {
        expect(finding.payload, finding.signature).toBeDefined();
        const place = `${id}, ${finding.signature}: ${finding.payload?.smallest}`;
        shown.push({ place, smaller: smallerThan(finding, validator) });
      }
    },
  );
});

describe('the bodies that are shown', () => {
  it('are the smallest of their class in at least 95 % of the findings', () => {
    const larger = shown.filter(({ smaller }) => smaller !== undefined);
    expect(shown.length).toBeGreaterThan(100);
    expect(
      larger.length / shown.length,
      larger.map(({ place, smaller }) => `${place}\n  > ${smaller}`).join('\n'),
    ).toBeLessThanOrEqual(0.05);
  });
});

describe.concurrent('bodies that are not specified show these, in a thorough run', () => {
  it.each(needThorough.map((validator) => [validator.id, validator] as const))(
    '%s',
    async (_id, validator) => {
      const report = await runKit(validator, { profile: 'thorough', payloads: 60 });
      expect(rowsOf(report)).toEqual([...validator.requirements].sort());
    },
  );
});
