import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bin, type Ended, temporaryFolder } from '../cli/command.ts';
import { replacementScript } from '../cli/shell-command.ts';
import { outputOf } from '../support/child-output.ts';

/** The result of a GitHub Actions step. */
export interface EndedStep extends Ended {
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** The arguments and environment variables of each call of npx. */
  readonly calls: readonly Call[];
}

interface Call {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface StepOptions {
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** The existing content of the step summary. */
  readonly earlierSummary?: string;
  /** What npx does: it runs the kit in this process or in another process, fails as npm does, or does nothing. */
  readonly npx?: 'here' | keyof typeof endings;
}

/** Runs a script as a runner does with `shell: bash`, and gives the script the variables and files of a step. */
export async function runStep({
  script,
  env,
  cwd,
  earlierSummary = '',
  npx = 'here',
}: StepOptions): Promise<EndedStep> {
  const home = await temporaryFolder();
  const path = (name: string) => join(home, name);
  await writeFile(path('step.sh'), script);
  await writeFile(path('output'), '');
  await writeFile(path('summary'), earlierSummary);
  for (const folder of ['bin', 'calls']) await mkdir(path(folder));
  await writeNpx(path('bin/npx'), path('calls'), npx);
  const child = spawn('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', path('step.sh')], {
    cwd,
    env: {
      PATH: `${path('bin')}:${process.env['PATH']}`,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_OUTPUT: path('output'),
      GITHUB_STEP_SUMMARY: path('summary'),
      GITHUB_WORKSPACE: cwd,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 50_000,
    killSignal: 'SIGKILL',
    detached: true,
  });
  // A runner ends the processes that a step leaves behind.
  child.on('exit', () => {
    if (child.pid !== undefined) endGroup(child.pid);
  });
  const texts = outputOf(child);
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    status,
    ...texts,
    outputs: readOutputs(await readFile(path('output'), 'utf8')),
    summary: (await readFile(path('summary'), 'utf8')).slice(earlierSummary.length),
    calls: await readCalls(path('calls')),
  };
}

/** Ends the processes of a group that are still running, if any. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const endings = {
  process: `exec '${process.execPath}' '${bin}' "\${@:3}"`,
  unpublished: "echo 'npm error code E404' >&2; exit 1",
  'no tarball': "echo 'npm error ENOENT: no such file or directory, open ./kit.tgz' >&2; exit 1",
  offline: "echo 'npm error code ENOTFOUND' >&2; exit 1",
  hostile:
    "printf '%s\\n' '::add-mask::owned' '##[error]owned' ' ::stop-commands::' '::error::owned' >&2; exit 1",
  nothing: 'exit 0',
} as const;

/** Writes a script that replaces npx. It records its arguments, including those for the kit, and its environment variables. */
async function writeNpx(path: string, calls: string, does: NonNullable<StepOptions['npx']>): Promise<void> {
  const note = `call='${calls}'/$(ls '${calls}' | wc -l)`;
  const ending = does === 'here' ? `shift 2\n${await replacementScript()}` : endings[does];
  const lines = ['#!/usr/bin/env bash', note, `{ printf '%s\\0' "$@" ''; env -0; } > "$call"`, ending];
  await writeFile(path, `${lines.join('\n')}\n`);
  await chmod(path, 0o755);
}

async function readCalls(folder: string): Promise<Call[]> {
  const names = (await readdir(folder)).sort((a, b) => Number(a) - Number(b));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => {
    const [words = '', ...variables] = text.split('\0\0');
    const pairs = variables
      .join('\0\0')
      .split('\0')
      .map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1)]);
    return { words: words.split('\0'), env: Object.fromEntries(pairs) };
  });
}

/** Parses the outputs file as a runner does: `name=value`, or a multiline value after `name<<END`. */
function readOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  for (let line = lines.shift(); line !== undefined && line !== ''; line = lines.shift()) {
    const [, name = '', mark = '', rest = ''] = /^([^=<]+)(=|<<)(.*)$/.exec(line) ?? [];
    if (mark === '') throw new Error(`The runner would refuse the output ${JSON.stringify(line)}`);
    if (mark === '=') outputs[name] = rest;
    else
      outputs[name] = lines
        .splice(0, lines.indexOf(rest) + 1)
        .slice(0, -1)
        .join('\n');
  }
  return outputs;
}
