import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/model/report.ts';
import { temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { changedCopy, expectRefused, runInto, startService } from './services.ts';

/** Writes the reports of two nights for the same target, which checks the type of a name only on the first night. */
async function twoNights(): Promise<{ readonly cwd: string; readonly reports: readonly string[] }> {
  const cwd = await temporaryFolder();
  const reports = ['2026-11-21', '2026-11-22'].map((day) => join(cwd, day, 'report.json'));
  for (const [index, path] of reports.entries()) {
    const folder = join(path, '..');
    await mkdir(folder);
    await runInto(folder, await startService(index === 0 ? [] : 'name-number-coerced'));
    await changedCopy<Report>(path, path, (report) => ({
      ...report,
      target: 'https://staging.petstore.example/v1',
      startedAt: `2026-11-2${index + 1}T03:17:00.000Z`,
    }));
  }
  return { cwd, reports };
}

describe('compare FILE…', () => {
  it('prints the requirements that differ, and writes a page that links to the reports', async () => {
    const { cwd, reports } = await twoNights();
    const { status, stdout } = await carryOut(['compare', ...reports, '--html', 'nights.html'], { cwd });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^│ invalid\.name-type +F P {2}failing since 2026-11-22: returned 201$/m);
    expect(stdout).not.toContain('auth.key-missing');
    const html = await readFile(join(cwd, 'nights.html'), 'utf8');
    expect(html).toContain('href="2026-11-22/report.html"');
    expect(html).not.toContain('<script');
  });

  it('decides by the same rules as diff', async () => {
    const { cwd, reports } = await twoNights();
    const { stdout } = await carryOut(['compare', ...reports], { cwd });
    const { stdout: line } = await carryOut(['diff', ...reports, '--format', 'line'], { cwd });
    const [changes = expect.fail()] = /1 new: \S+/.exec(line) ?? [];
    expect(stdout.replaceAll(/\n│ /g, ' ')).toContain(changes);
  });

  it('stops at a file that is not a report, and names it', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'wrong.json'), '{}');
    expectRefused(await carryOut(['compare', 'wrong.json'], { cwd }), /wrong\.json/);
    expectRefused(await carryOut(['compare'], { cwd }), /compare/);
  });
});
