import { expect, it } from 'vitest';
import { compileReportSchema, schemaText } from './report-schema.ts';
import { sampleReport } from './sample-report.ts';

const validate = compileReportSchema();
/** With the target by its name, too: the sample is of a run that was given an address. */
const everything = {
  ...sampleReport,
  configuration: { ...sampleReport.configuration, targetName: 'staging', configFile: 'ci.json' },
};

it('a report with everything in it keeps the schema', () => {
  validate(structuredClone(everything));
  expect(validate.errors).toBeNull();
});

it('each property of the schema is one that reports have, and the other way round', () => {
  const { $defs, ...root } = JSON.parse(schemaText) as Record<string, unknown>;
  const inSchema = new Set([...propertyNames(root), ...propertyNames($defs)]);
  const inSample = new Set(namesIn(JSON.parse(JSON.stringify(everything))));
  expect([...inSchema].sort()).toEqual([...inSample].sort());
});

it('everything in the schema is described, and no object allows more than it names', () => {
  for (const part of objectsIn(JSON.parse(schemaText))) {
    if ('properties' in part && typeof part['type'] === 'string') {
      expect(part['additionalProperties']).toBe(false);
      expect(part['description']).toBeTypeOf('string');
    }
  }
});

it.each([
  ['an unknown property', { more: 1 }],
  ['an unknown verdict', { requirements: [{ ...sampleReport.requirements[0], verdict: 'maybe' }] }],
  ['no complete', { complete: undefined }],
])('refuses %s', (_what, change) => {
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
