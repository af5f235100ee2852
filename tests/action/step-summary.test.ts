import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../cli/command.ts';
import { type EndedStep, runStep } from './step-runner.ts';

const report = fileURLToPath(new URL('../compatibility/report-format-1.json', import.meta.url));
const limit = 1024 * 1024;

/** Runs a step that renders a report, after earlier text in the summary. */
async function afterwards(earlierSummary: string): Promise<EndedStep> {
  const script = 'npx --yes petstore-conformance@0.1.0 report "$REPORT" --reporter github';
  return runStep({ script, env: { REPORT: report }, cwd: await temporaryFolder(), earlierSummary });
}

it('a report is appended to the step summary of other commands', async () => {
  const { status, summary, outputs, stdout } = await afterwards('# Other things');
  expect(status).toBe(0);
  expect(summary).toMatch(/^\n\n## ❌ petstore-conformance: does not conform\n/);
  expect(stdout).toMatch(/^::error title=invalid\.name-type::/);
  expect(outputs).toMatchObject({ outcome: 'does not conform', failures: '1', report });
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
