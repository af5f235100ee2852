import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/model/report.ts';
import { temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { env, expectRefused, startService } from './services.ts';

const few = ['--no-exhaust', '--only', 'auth.key-missing'];

describe('--reporter NAME=-', () => {
  it('writes that format alone to stdout, and everything else to stderr', async () => {
    const { url } = await startService();
    const cwd = await temporaryFolder();
    const args = ['run', '--base-url', url, ...few, '--reporter', 'json=-,terminal,github,junit'];
    const { status, stdout, stderr } = await carryOut(args, { env, cwd });
    expect(status).toBe(0);
    expect((JSON.parse(stdout) as Report).verdict.outcome).toBe('passed-selection');
    expect(stderr).toContain('petstore-conformance: PASSED, ');
    expect(stderr).toMatch(/^::notice /m);
    expect(await readdir(cwd)).toEqual(['reports']);
    expect(await readdir(join(cwd, 'reports'))).toEqual(['junit.xml']);
  });

  it.each(['junit', 'markdown', 'terminal'])('takes any one format: %s', async (name) => {
    const { url } = await startService();
    const cwd = await temporaryFolder();
    const args = ['run', '--base-url', url, ...few, '--reporter', `${name}=-`];
    const { stdout } = await carryOut(args, { env, cwd });
    expect(stdout).toMatch({ junit: /^<\?xml/, markdown: /^## ✅/, terminal: /exit status 0/ }[name] ?? /^$/);
    expect(await readdir(cwd)).toEqual([]);
  });

  it('refuses two formats, before the first request', async () => {
    const server = await startService();
    const args = ['run', '--base-url', server.url, '--reporter', 'json=-,junit=-'];
    expectRefused(await carryOut(args, { env }), /only one format can be written to stdout/);
    expect(server.stats().requests).toBe(0);
  });
});
