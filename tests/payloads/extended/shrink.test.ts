import { beforeAll, describe, expect, it } from 'vitest';
import { type Generated, generatePayloads, loadClasses } from '../../../src/payloads/draw.ts';
import type { FastCheck, FaultClass } from '../../../src/payloads/fault-class.ts';
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

/** Bodies that the specification is silent about are sent by this profile alone. */
const needThorough = weakValidators.filter(({ requirements }) => requirements.includes('invalid.either'));

/** A blank body that is answered neither 2xx nor 400 is met as what is no JSON: see `refused` in the suite. */
const alsoMalformed = ['empty-body-crashes'];

let fc: FastCheck;
let classes: readonly FaultClass[];
let instances: Instances;

beforeAll(async () => {
  ({ fc, classes } = await loadClasses());
  instances = instancesOf(fc, classes);
});

function rowsOf(report: Report): string[] {
  return idsWith(report, 'fail', 'warn').sort();
}

/** The rows that 60 bodies show by the simulation alone. */
function simulatedRows(validator: WeakValidator, seed: number): string[] {
  const generated: readonly Generated[] = generatePayloads(fc, classes, seed, 60);
  return [...new Set(generated.flatMap(({ draft }) => violatedRequirements(validator, draft)))].sort();
}

const shown: ShownBody[] = [];

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
      for (const finding of report.findings) expect(finding.payload, finding.signature).toBeDefined();
      shown.push(...shownBodies(report, validator, instances));
    },
  );
});

describe('the bodies that are shown', () => {
  it('are the smallest of their class in at least 95 % of the findings, as docs/payloads.md says', () => {
    const larger = shown.filter(({ smaller }) => smaller !== undefined);
    expect(shown.length).toBeGreaterThan(90);
    expect(
      larger.length / shown.length,
      larger.map(({ place, smaller }) => `${place}\n  > ${smaller}`).join('\n'),
    ).toBeLessThanOrEqual(0.05);
    expect(page('docs/payloads.md')).toContain(minimalityLine(shown));
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
