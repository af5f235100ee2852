// @module-tag extended
import { expect, it, onTestFinished } from 'vitest';
import type { Report } from '../../../src/report/model/report.ts';
import { rowOf, rowText } from '../../../src/report/row.ts';
import { temporaryFolder } from '../../cli/command.ts';
import { carryOut } from '../../cli/in-process.ts';
import { readReport } from '../../cli/services.ts';
import { key, startService } from '../fixtures/service.ts';
import { tenDefects } from '../fixtures/ten-defects.ts';
import { runVitest } from '../run-vitest.ts';

/** The findings of a server: the verdict, the requirement, and what was expected and received. */
type Findings = readonly (readonly [kind: 'fail' | 'warn', requirement: string, what: string])[];

/** Removes what differs between runs: names, ids and times. */
function steady(text: string): string {
  return text
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replaceAll(/\bwith id [^\s,]+/g, 'with its id')
    .replaceAll(/\b\d{10}\b/g, 'time');
}

function findingsIn(report: Report): Findings {
  return report.requirements
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .flatMap(({ id, verdict }) =>
      report.findings
        .filter(({ requirement }) => requirement === id)
        .map((finding) => {
          const failure = `expected ${finding.expected}, received ${finding.received}`;
          return [
            verdict as 'fail' | 'warn',
            id,
            steady(verdict === 'fail' ? failure : rowText(rowOf(finding))),
          ] as const;
        }),
    );
}

/** The options of the fixture. */
const asTheFixture = ['--no-exhaust'];

/** Returns the findings of the command for a defect. */
async function byCommand(defect: string): Promise<Findings> {
  const server = await startService(defect);
  onTestFinished(() => server.close());
  const folder = await temporaryFolder();
  const { status, stderr } = await carryOut(
    ['run', '--base-url', server.url, '--quiet', '--reports', folder, ...asTheFixture],
    { env: { PETSTORE_API_KEY: key }, cwd: folder },
  );
  expect([0, 1], stderr).toContain(status);
  return findingsIn(await readReport(folder));
}

/** Runs the command for each defect, one after the other, because all of them would be slower in parallel. */
async function eachByCommand(): Promise<Findings[]> {
  const findings: Findings[] = [];
  for (const defect of tenDefects) findings.push(await byCommand(defect));
  return findings;
}

it('finds the same violations in ten faulty servers as the command', async () => {
  const [{ status, tests, output }, byTheCommand] = await Promise.all([
    runVitest('ten-defects.fixture.ts'),
    eachByCommand(),
  ]);
  expect(status, output).toBe(1);
  const found = tenDefects.map(
    (defect): Findings =>
      tests
        .filter(({ groups: [outermost] }) => outermost === defect)
        .flatMap(({ name, errors, annotations }) => {
          const [id = ''] = name.split(':');
          return [
            ...errors.map(
              ({ expected, actual }) =>
                ['fail', id, steady(`expected ${expected}, received ${actual}`)] as const,
            ),
            ...annotations
              .filter(({ type }) => type === 'warning')
              .map(({ message }) => ['warn', id, steady(message)] as const),
          ];
        }),
  );
  expect(found).toEqual(byTheCommand);
  expect(found.every((one) => one.length > 0)).toBe(true);
}, 240_000);
