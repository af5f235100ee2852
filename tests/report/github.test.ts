import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as github from '../../src/report/github.ts';
import type { Report, RequirementResult } from '../../src/report/model/report.ts';
import { temporaryFolder } from '../cli/command.ts';
import { carryOut } from '../cli/in-process.ts';
import { env, runInto, startService } from '../cli/services.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

const own = /^::(error|warning) title=[^:,\r\n]+::[^\r\n]*$/;

async function linesOf(report: Report): Promise<string[]> {
  const text = await github.render(report);
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

const plain: Report = { ...sampleReport, kitFaults: [] };

function withResults(verdict: 'fail' | 'warn', count: number): Report {
  const requirements = Array.from(
    { length: count },
    (_, index): RequirementResult => ({
      id: `many.number-${index}`,
      level: 'required',
      verdict,
      title: `title ${index}`,
      source: 'Section 1',
      tested: 1,
    }),
  );
  const findings = requirements.map(({ id }) => ({ ...sampleFinding, requirement: id, cause: id }));
  return { ...plain, requirements, findings };
}

describe('the command', () => {
  it('adds annotations and the step summary automatically inside GitHub Actions', async () => {
    const folder = await temporaryFolder();
    const summary = join(folder, 'step-summary.md');
    await writeFile(summary, 'output of an earlier step\n');
    const { url } = await startService('error-status-other');
    const args = ['run', '--base-url', url, '--no-exhaust', '--quiet', '--reports', folder];
    const actions = { ...env, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
    const { status, stdout } = await carryOut(args, { env: actions, cwd: folder });
    expect(status).toBe(1);
    const annotations = stdout.split('\n').filter((line) => line.startsWith('::'));
    expect(annotations).toEqual([
      expect.stringMatching(/^::error title=errors\.status::.* → body status .*, must be \d+%0AFix: /),
    ]);
    const content = await readFile(summary, 'utf8');
    expect(content).toMatch(/^output of an earlier step\n/);
    expect(content).toContain(await readFile(join(folder, 'summary.md'), 'utf8'));
    expect(Buffer.byteLength(content)).toBeLessThan(1024 * 1024);
  });

  it('annotates a usage error safely, whatever text it quotes', async () => {
    const args = ['run', '--base-url', 'http://127.0.0.1:1/v1', '--reporter', '::error::\n,x'];
    const ended = await carryOut(args, { env: { ...env, GITHUB_ACTIONS: 'true' } });
    expect(ended.status).toBe(2);
    expect(ended.stdout.replace(/\n$/, '')).toMatch(own);
    expect(ended.stdout).toMatch(/^::error title=petstore-conformance::--reporter /);
    expect(ended.stderr).toMatch(/^petstore-conformance: --reporter /);
    expect((await carryOut(args, { env })).stdout).toBe('');
  });

  it('writes no annotations outside GitHub Actions', async () => {
    const folder = await temporaryFolder();
    const { stdout } = await runInto(folder, await startService('error-status-other'));
    expect(stdout).not.toMatch(/^::/m);
  });
});

describe('the annotations', () => {
  it.each([
    ['errors', 'fail'],
    ['warnings', 'warn'],
  ] as const)(
    'are at most ten %s, because GitHub drops the rest, and the last one names those that are missing',
    async (_kind, verdict) => {
      expect(await linesOf(withResults(verdict, 10))).toHaveLength(10);
      const lines = await linesOf(withResults(verdict, 14));
      expect(lines).toHaveLength(10);
      expect(lines.at(-1)).toMatch(/title=5 more::many\.number-9, .*many\.number-13$/);
      for (const line of lines) expect(line).toMatch(own);
    },
  );

  it('begin with an interruption, a target that cannot be tested, or a fault in the kit', async () => {
    const interrupted = { ...withResults('fail', 12), kitFaults: ['it broke'] };
    const lines = await linesOf(interrupted);
    expect(lines).toHaveLength(10);
    expect(lines[0]).toMatch(/^::error title=petstore-conformance::.*%0Ait broke$/);
  });

  it('are empty if everything passes', async () => {
    const requirements = plain.requirements.map((one) => ({ ...one, verdict: 'pass' as const }));
    const verdict = { ...plain.verdict, outcome: 'conforms' as const, exitStatus: 0 };
    expect(await linesOf({ ...plain, requirements, findings: [], verdict })).toEqual([]);
  });
});
