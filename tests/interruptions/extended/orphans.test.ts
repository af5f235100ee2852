// @module-tag extended
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bin, temporaryFolder } from '../../cli/command.ts';
import { env, silentServer } from '../../cli/services.ts';

/** The longest time until a report is written, with room for concurrent tests. */
const soonMs = 10_000;

/** Creates a project with the kit and these npm scripts. */
async function project(scripts: Readonly<Record<string, string>> = {}): Promise<string> {
  const cwd = await temporaryFolder();
  await mkdir(join(cwd, 'node_modules/.bin'), { recursive: true });
  await symlink(bin, join(cwd, 'node_modules/.bin/petstore-conformance'));
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ name: 'project', version: '1.0.0', scripts }));
  return cwd;
}

/** Starts a command in a process group of its own, which is killed at the end of the test. */
function startIn(cwd: string, [program, ...args]: readonly [string, ...string[]], more = {}) {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, npm_config_update_notifier: 'false', ...env, ...more },
    stdio: 'ignore',
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} did not start`);
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  onTestFinished(() => signal('SIGKILL'));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return { child, signal, ended };
}

/** Waits for the report of a run and returns its outcome. */
async function outcomeIn(cwd: string): Promise<unknown> {
  const path = join(cwd, 'reports/report.json');
  await expect.poll(() => existsSync(path), { timeout: soonMs }).toBe(true);
  return JSON.parse(readFileSync(path, 'utf8')).verdict.outcome;
}

const longRun = (url: string) =>
  `petstore-conformance run --base-url ${url} --wait-for 60 --timeout 30`.split(' ');
/** Returns a command that soon ends without a signal, with the outcome "no verdict". */
const shortRun = (url: string) =>
  `petstore-conformance run --base-url ${url} --wait-for 3 --timeout 1`.split(' ');

describe('a run that npm started ends as interrupted when npm has exited', () => {
  // npm passes SIGTERM on to its shell only, and does not pass on the other signals at all.
  it.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('with npx, after %s', async (name) => {
    const { url, asked } = await silentServer();
    const cwd = await project();
    const { child, ended } = startIn(cwd, ['npx', ...longRun(url)]);
    await asked;
    child.kill(name);
    await ended;
    expect(await outcomeIn(cwd)).toBe('interrupted');
  });

  it('with npm run and a script of several commands, after SIGKILL', async () => {
    const { url, asked } = await silentServer();
    const cwd = await project({ gate: `true && ${longRun(url).join(' ')} && true` });
    const { child, ended } = startIn(cwd, ['npm', 'run', 'gate']);
    await asked;
    child.kill('SIGKILL');
    await ended;
    expect(await outcomeIn(cwd)).toBe('interrupted');
  });

  // With Bash, the command gets the signal from the terminal, and npm also passes on its own signal.
  it.each(['sh', 'bash'])('after Ctrl-C, with %s as the shell of npm', async (shell) => {
    const { url, asked } = await silentServer();
    const cwd = await project({ gate: longRun(url).join(' ') });
    const { child, signal, ended } = startIn(cwd, ['npm', `--script-shell=${shell}`, 'run', 'gate']);
    await asked;
    signal('SIGINT');
    // By then, npm has usually passed its own signal on.
    await sleep(50);
    child.kill('SIGINT');
    await ended;
    expect(await outcomeIn(cwd)).toBe('interrupted');
  });
});

describe('a run continues', () => {
  it('if npm did not start it and its parent has exited', async () => {
    const { url } = await silentServer();
    const cwd = await project();
    const script = `node_modules/.bin/${shortRun(url).join(' ')} & sleep 1`;
    await startIn(cwd, ['sh', '-c', script]).ended;
    expect(await outcomeIn(cwd)).toBe('no verdict');
  });

  it('if npx outlives the shell that started it', async () => {
    const { url } = await silentServer();
    const cwd = await project();
    await startIn(cwd, ['sh', '-c', `nohup npx ${shortRun(url).join(' ')} & sleep 1.5`]).ended;
    expect(await outcomeIn(cwd)).toBe('no verdict');
  });

  it('if the library runs it', async () => {
    const { url } = await silentServer();
    const cwd = await project();
    const library = new URL('../../../dist/src/index.js', import.meta.url).href;
    const code = `import { run, writeReports } from '${library}';
      await writeReports(await run({ baseUrl: '${url}', key: '${env.PETSTORE_API_KEY}', waitFor: 3, timeout: 1 }));`;
    await writeFile(join(cwd, 'run.mjs'), code);
    await startIn(cwd, ['sh', '-c', `'${process.execPath}' run.mjs & sleep 1`], { npm_execpath: 'npm' })
      .ended;
    expect(await outcomeIn(cwd)).toBe('no verdict');
  });
});
