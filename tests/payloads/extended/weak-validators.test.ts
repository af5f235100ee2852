// @module-tag extended
import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../src/config/settings.ts';
import type { Report } from '../../../src/report/model/report.ts';
import { runInMemory } from '../../support/in-memory.ts';
import { idsWith } from '../../support/run-against.ts';
import { type WeakValidator, weakValidators } from '../weak-validators/index.ts';

/** Shown only by bodies that the specification leaves open, which only thorough sends. */
const needThorough = weakValidators.filter(({ requirements }) => requirements.includes('invalid.either'));

/**
 * A blank body that returns neither 2xx nor 400 counts as malformed, and so does a body that is cut within a letter: see
 * `lookAt` in the suite.
 */
const alsoMalformed = ['empty-body-crashes', 'not-utf8-crashes'];

/** Runs the kit with a quota for 60 bodies, one request at a time, so that each run finds the same. */
async function runKit({ change }: WeakValidator, settings: Partial<Settings>): Promise<Report> {
  const plans = { free: { minute: 1_000, day: 100_000 } };
  const run = { exhaust: false, maxCreates: 400, concurrency: 1, ...settings };
  const { report } = await runInMemory({ change, plans }, run);
  if (report.kitFaults.length > 0) throw new Error(report.kitFaults.join('; '));
  return report;
}

describe.concurrent('60 bodies find each weak validator, and only its own violations', () => {
  it.each(weakValidators.map((validator, index) => [validator.id, validator, index + 1] as const))(
    '%s',
    async (id, validator, seed) => {
      const report = await runKit(validator, { seed });
      const violated = idsWith(report, 'fail', 'warn').sort();
      const { requirements, exposedBy } = validator;
      const possible = alsoMalformed.includes(id)
        ? [...requirements, 'invalid.body-malformed']
        : requirements;
      expect(violated.filter((one) => !possible.includes(one))).toEqual([]);
      // Only blank names show some of these, and only a thorough run sends them.
      const sure = possible.filter((one) => one !== 'invalid.either' || violated.includes(one));
      if (exposedBy === 'any instance') expect(violated).toEqual(sure.toSorted());
      for (const finding of report.findings) expect(finding.payload, finding.signature).toBeDefined();
    },
  );
});

describe.concurrent('unspecified bodies of a thorough run find', () => {
  it.each(needThorough.map((validator) => [validator.id, validator] as const))(
    '%s',
    async (_id, validator) => {
      const report = await runKit(validator, { profile: 'thorough' });
      expect(idsWith(report, 'fail', 'warn').sort()).toEqual([...validator.requirements].sort());
    },
  );
});
