import { expect, it } from 'vitest';
import { compileReportSchema, schemaText } from './report-schema.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

const validate = compileReportSchema();
/** The sample, with a named target and a failure that is no longer accepted. */
const everything = {
  ...sampleReport,
  configuration: { ...sampleReport.configuration, targetName: 'staging', configFile: 'ci.json' },
  findings: [...sampleReport.findings, { ...sampleFinding, wrong: { member: 'id' } }].map((one) => ({
    ...one,
    expired: 'until 2026-11-01 by Ada: why',
    sentFor: ['create.text'],
  })),
};

it('accepts a report with every field', () => {
  validate(structuredClone(everything));
  expect(validate.errors).toBeNull();
});

it('has the same properties as the sample report', () => {
  const { $defs, ...root } = JSON.parse(schemaText) as Record<string, unknown>;
  const inSchema = new Set([...propertyNames(root), ...propertyNames($defs)]);
  const { baseUrl, profile, plan, seed, only, exhaust, description, ...rest } = everything.configuration;
  const { ca, cert, certKey, checks, headerNames } = rest;
  const read = { baseUrl, profile, plan, seed, only, exhaust, description };
  const target = { ca, cert, certKey, checks, headerNames, failOn: 'advisory' };
  // The user chooses the names of labels, and the option table has the names of other settings.
  const sample = { ...everything, labels: {}, configuration: { ...read, ...target } };
  const inSample = new Set(namesIn(JSON.parse(JSON.stringify(sample))));
  expect([...inSchema].sort()).toEqual([...inSample].sort());
});

it('describes all objects and allows no other properties', () => {
  for (const part of objectsIn(JSON.parse(schemaText))) {
    if ('properties' in part && typeof part['type'] === 'string') {
      const isConfiguration = 'headerNames' in Object(part['properties']);
      if (!isConfiguration) expect(part['additionalProperties']).toBe(false);
      expect(part['description']).toBeTypeOf('string');
    }
  }
});

it.each([
  ['an unknown property', { more: 1 }],
  ['an unknown verdict', { requirements: [{ ...sampleReport.requirements[0], verdict: 'maybe' }] }],
  ['a missing `complete`', { complete: undefined }],
])('rejects %s', (_what, change) => {
  expect(validate(JSON.parse(JSON.stringify({ ...sampleReport, ...change })))).toBe(false);
});

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (typeof value !== 'object' || value === null) return [];
  return [{ ...value }, ...Object.values(value).flatMap(objectsIn)];
}

function namesIn(value: unknown): string[] {
  return objectsIn(value).flatMap((one) => Object.keys(one));
}

function propertyNames(schema: unknown): string[] {
  return objectsIn(schema).flatMap(({ properties, type }) =>
    type === 'object' && typeof properties === 'object' && properties !== null ? Object.keys(properties) : [],
  );
}

it('rejects a command that is longer than any that the kit writes', () => {
  const curl = `curl -i --globoff 'http://127.0.0.1/${'x'.repeat(4_000)}'`;
  validate({ ...structuredClone(sampleReport), findings: [{ ...sampleFinding, curl }] });
  expect(JSON.stringify(validate.errors)).toContain('must NOT have more than 4000 characters');
});
