import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../cli/command.ts';
import { sampleReport } from '../report/sample-report.ts';
import { type EndedStep, runStep } from './step-runner.ts';

const limit = 1024 * 1024;

/** Runs a step that renders a report. Before the step, the step summary already contains this text. */
async function afterwards(earlierSummary: string): Promise<EndedStep> {
  const script = 'npx --yes petstore-conformance@0.1.0 report "$REPORT" --reporter github';
  const cwd = await temporaryFolder();
  const report = join(cwd, 'report.json');
  await writeFile(report, JSON.stringify(sampleReport));
  return runStep({ script, env: { REPORT: report }, cwd, earlierSummary });
}

it('a run appends its report to the summary that earlier commands of the step have written', async () => {
  const { status, summary, outputs, stdout } = await afterwards('# Other things');
  expect(status).toBe(0);
  expect(summary).toMatch(/^\n\n## ❌ petstore-conformance: does not conform\n/);
  expect(stdout).toMatch(/^::error title=auth\.key-missing::/);
  expect(outputs).toMatchObject({
    outcome: 'does not conform',
    failures: '1',
    report: expect.stringMatching(/report\.json$/),
  });
});

it('a summary never exceeds the size that GitHub accepts', async () => {
  const { summary } = await afterwards('# Other things');
  const room = Buffer.byteLength(summary);
  const fits = await afterwards('x'.repeat(limit - room));
  expect(Buffer.byteLength(fits.summary)).toBe(room);
  const full = await afterwards('x'.repeat(limit - room + 1));
  expect([full.status, full.summary]).toEqual([0, '']);
  expect(full.stderr).toMatch(/the step summary is full/);
  expect(full.outputs['outcome']).toBe('does not conform');
});
