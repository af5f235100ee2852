// @module-tag extended
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/report/model/report.ts';
import { command, temporaryFolder } from '../../cli/command.ts';
import { changedCopy, env, startService } from '../../cli/services.ts';

/** Written by the kit at commit e44d942 in format 1; only the port of the target was changed. */
const old = fileURLToPath(new URL('../report-format-1.json', import.meta.url));
const id = 'invalid.name-type';

describe('a report of an older kit', () => {
  it('is rendered by report in every format', async () => {
    const folder = await temporaryFolder();
    const names = 'terminal=text.txt,json,html,junit,markdown,har,github=notes.txt';
    const ended = await command(['report', old, '--reports', folder, '--reporter', names], { cwd: folder });
    expect(ended).toEqual({
      status: 0,
      stdout: '',
      stderr: expect.stringMatching(/^Wrote text\.txt, [^\n]+\.\n$/),
    });
    const files = await readdir(folder);
    expect(files.length).toBe(7);
    for (const file of files)
      expect(await readFile(join(folder, file), 'utf8'), file).toMatch(/invalid\.name-type|\/categories/);
  });

  it('is compared by diff, on either side', async () => {
    const { status, stdout } = await command(['diff', old, old]);
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(/Still failing \(1\)[\s\S]*invalid\.name-type/),
    ]);
  });

  it('is replayed', async () => {
    const server = await startService('name-number-coerced');
    const { status, stdout } = await command(['replay', old, '--base-url', server.url], { env });
    expect(status).toBe(1);
    expect(stdout).toMatch(/STILL FAILING .* invalid\.name-type: returned 201/);
  });

  it('is accepted by waive and --baseline', async () => {
    const cwd = await temporaryFolder();
    const terms = ['--expires', '2099-01-01', '--owner', 'Ada', '--reason', 'known'];
    expect((await command(['waive', old, ...terms], { cwd })).status).toBe(0);
    const server = await startService('name-number-coerced');
    const args = ['run', '--base-url', server.url, '--no-exhaust', '--only', id, '--quiet'];
    const elsewhere = await temporaryFolder();
    const waived = await command(args, { env, cwd });
    const known = await command([...args, '--baseline', old], { env, cwd: elsewhere });
    expect([waived.status, known.status]).toEqual([0, 0]);
    expect(known.stdout).toMatch(/NOTHING NEW/);
  });
});

describe('a report of a newer kit with the same format', () => {
  it('may have unknown fields, but must have all known ones', async () => {
    const folder = await temporaryFolder();
    const more = await changedCopy<Report>(old, join(folder, 'more.json'), (report) => ({
      ...report,
      weather: 'fine',
      findings: report.findings.map((finding) => ({ ...finding, color: 'red' })),
      requirements: [...report.requirements, { ...report.requirements[0], id: 'list.sorted' }],
    }));
    const { status, stdout } = await command(['diff', old, more]);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/1 still failing/)]);
    const { weather: _gone, runMark: _mark, ...less } = JSON.parse(await readFile(more, 'utf8'));
    await writeFile(more, JSON.stringify(less));
    expect((await command(['diff', old, more])).status).toBe(2);
  });
});
