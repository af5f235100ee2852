// @module-tag extended
import { beforeAll, describe, expect, it } from 'vitest';
import type { FastCheck, FaultClass } from '../../../src/payloads/fault-class.ts';
import { type Generated, generatePayloads, loadClasses } from '../../../src/payloads/generate.ts';
import type { Report } from '../../../src/report/model/report.ts';
import { page } from '../../docs/markdown.ts';
import { idsWith } from '../../support/run-against.ts';
import {
  type Instances,
  instancesOf,
  minimalityLine,
  runKit,
  type ShownBody,
  shownBodies,
} from '../minimality.ts';
import { violatedRequirements } from '../simulate.ts';
import { type WeakValidator, weakValidators } from '../weak-validators/index.ts';

/** Shown only by bodies that the specification leaves open, which only thorough sends. */
const needThorough = weakValidators.filter(({ requirements }) => requirements.includes('invalid.either'));

/** A blank body that returns neither 2xx nor 400 counts as malformed: see `refused` in the suite. */
const alsoMalformed = ['empty-body-crashes'];

let fc: FastCheck;
let classes: readonly FaultClass[];
let instances: Instances;

beforeAll(async () => {
  ({ fc, classes } = await loadClasses());
  instances = instancesOf(fc, classes);
});

function violatedIn(report: Report): string[] {
  return idsWith(report, 'fail', 'warn').sort();
}

/** Returns the requirements that 60 bodies violate in the simulation. */
function simulated(validator: WeakValidator, seed: number): string[] {
  const generated: readonly Generated[] = generatePayloads(fc, classes, seed, 60);
  return [...new Set(generated.flatMap(({ draft }) => violatedRequirements(validator, draft)))].sort();
}

const shown: ShownBody[] = [];

describe.concurrent('60 bodies find each weak validator, and only its own violations', () => {
  it.each(weakValidators.map((validator, index) => [validator.id, validator, index + 1] as const))(
    '%s',
    async (id, validator, seed) => {
      const report = await runKit(validator, { seed });
      const violated = violatedIn(report);
      const { requirements, exposedBy } = validator;
      const wanted = requirements.filter((one) => one !== 'invalid.either');
      const sure = alsoMalformed.includes(id) ? [...wanted, 'invalid.body-malformed'].sort() : wanted;
      expect(violated.filter((id) => !sure.includes(id))).toEqual([]);
      if (exposedBy === 'any instance') expect(violated).toEqual([...sure].sort());
      // docs/payloads.md is computed without a server. This proves that it is right.
      expect(violated).toEqual(simulated(validator, seed));
      for (const finding of report.findings) expect(finding.payload, finding.signature).toBeDefined();
      shown.push(...shownBodies(report, validator, instances));
    },
  );
});

describe('the bodies of findings', () => {
  it('are the smallest of their class in at least 95 %, as docs/payloads.md says', () => {
    const larger = shown.filter(({ smaller }) => smaller !== undefined);
    expect(shown.length).toBeGreaterThan(90);
    expect(
      larger.length / shown.length,
      larger.map(({ place, smaller }) => `${place}\n  > ${smaller}`).join('\n'),
    ).toBeLessThanOrEqual(0.05);
    expect(page('docs/payloads.md')).toContain(minimalityLine(shown));
  });
});

describe.concurrent('unspecified bodies of a thorough run find', () => {
  it.each(needThorough.map((validator) => [validator.id, validator] as const))(
    '%s',
    async (_id, validator) => {
      const report = await runKit(validator, { profile: 'thorough', payloads: 60 });
      expect(violatedIn(report)).toEqual([...validator.requirements].sort());
    },
  );
});
