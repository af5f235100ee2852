import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Report } from '../../src/report/model/report.ts';
import { environment } from './environment.ts';
import { folderOf, type InstalledNode } from './nodes.ts';
import type { Project } from './project.ts';

/** A project in which the package is installed, and the Node.js that runs it. */
export interface Walker {
  readonly project: Project;
  readonly node: InstalledNode;
}

export interface Step {
  readonly title: string;
  /** Runs the step; rejects if it fails. */
  readonly go: (walker: Walker) => Promise<void>;
}

/** Returns a step that tests the built-in reference server and writes every report. */
function runWith(options: readonly string[], title: string, verdict: RegExp): Step {
  return {
    title,
    async go(walker) {
      const folder = `reports-${walker.node.version}`;
      const reporters = 'terminal,json,html,junit,markdown,github,har';
      const args = ['petstore-conformance', 'run', ...options, '--reports', folder, '--reporter', reporters];
      const { status, output } = await type(walker, 'npx', ...args);
      expect([status, output]).toEqual([0, expect.stringMatching(verdict)]);
      const text = await readFile(join(walker.project.folder, folder, 'report.json'), 'utf8');
      const report = JSON.parse(text) as Report;
      expect(report.kit.node).toBe(walker.node.version);
    },
  };
}

const title = '`npx petstore-conformance run` tests the built-in reference server and writes every report';

const otherFirstSteps: readonly Step[] = [
  {
    title: '`run --check` runs custom checks',
    async go(walker) {
      const own = ['--check', 'out/own-checks.js', '--only', 'guide.*', '--reporter', 'terminal'];
      const { status, output } = await type(walker, command, 'run', '--no-exhaust', ...own);
      expect([status, output]).toEqual([0, expect.stringMatching(/PASSED \(exit status 0\) .*: 0 of 46 /)]);
    },
  },
  {
    title: 'the library runs, streams events, rejects invalid options and writes reports',
    async go(walker) {
      const { status, output } = await type(walker, 'node', 'out/library.js');
      expect(status, output).toBe(0);
      expect(JSON.parse(output)).toEqual({
        node: walker.node.version,
        outcome: 'passed',
        own: 'pass',
        rejected: true,
        finished: true,
        markdown: true,
        schema: 'string',
        written: [join('out/reports', 'report.json'), join('out/reports', 'mine.txt')],
      });
    },
  },
];

/** The most common uses. Steps use separate files, so that they can run concurrently. */
export const firstSteps: readonly Step[] = [
  runWith([], title, /CONFORMS \(exit status 0\)/),
  ...otherFirstSteps,
];

/** The same uses, but without a run that waits for its limit to reset. */
export const quickSteps: readonly Step[] = [
  runWith(
    ['--no-exhaust'],
    `${title}, except for the limit`,
    /PASSED \(exit status 0\) .*: 38 of 46 required requirements passed/,
  ),
  ...otherFirstSteps,
];

/** The other uses, except the Vitest adapter. */
export const furtherSteps: readonly Step[] = [
  {
    title: '`--help` describes the commands, and `run --help` the options',
    async go(walker) {
      const all = await type(walker, command, '--help');
      expect([all.status, all.output]).toEqual([0, expect.stringContaining('petstore-conformance replay')]);
      const run = await type(walker, command, 'run', '--help', '--all');
      expect([run.status, run.output]).toEqual([0, expect.stringContaining('--max-requests')]);
    },
  },
  {
    title: '`serve` listens, responds, and stops on Ctrl-C',
    async go(walker) {
      let responded: number | undefined;
      const { status, output } = await typeUntil(
        walker,
        command,
        ['serve', '--port', '0'],
        async (output) => {
          const [url] = /http:\S+\/v1/.exec(output) ?? [];
          if (url === undefined || !output.includes('Ctrl-C')) return false;
          const headers = { authorization: 'Bearer local-petstore-key' };
          responded = (await fetch(`${url}/categories`, { headers })).status;
          return true;
        },
      );
      expect([status, responded], output).toEqual([0, 200]);
    },
  },
  {
    title: '`list` and `explain` show the requirements',
    async go(walker) {
      const list = await type(walker, command, 'list', '--json');
      expect(list.status, list.output).toBe(0);
      const explain = await type(walker, command, 'explain', 'list.ok');
      expect([explain.status, explain.output]).toEqual([0, expect.stringContaining('│ Fix ')]);
    },
  },
  {
    title: 'CommonJS loads it with `require`',
    async go(walker) {
      const { status, output } = await type(walker, 'node', 'common.cjs');
      expect([status, output]).toEqual([0, 'passed function\n']);
    },
  },
];

/** Runs with the project's own Vitest. */
export const adapterStep: Step = {
  title: 'the Vitest adapter makes one test per requirement',
  async go(walker) {
    const file = `vitest-${walker.node.version}.json`;
    const args = ['run', '--no-cache', '--reporter=json', `--outputFile=${file}`];
    const { status, output } = await type(walker, join('node_modules', 'vitest', 'vitest.mjs'), ...args);
    expect(status, output).toBe(0);
    const results = JSON.parse(await readFile(join(walker.project.folder, file), 'utf8'));
    const names = results.testResults[0].assertionResults
      .filter((test: { status: string }) => test.status === 'passed')
      .map(({ title }: { title: string }) => title.split(':')[0]);
    expect(names).toEqual(expect.arrayContaining(['the run completes', 'auth.key-missing', 'list.ok']));
  },
};

const command = join('node_modules', '.bin', 'petstore-conformance');

export interface Ended {
  readonly status: number | null;
  /** Output of both streams, in order of arrival. */
  readonly output: string;
}

/** Where a command runs. */
interface Place {
  readonly project: Pick<Project, 'folder'>;
  readonly node: InstalledNode;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command in the project's folder and waits until it ends. */
export function type(place: Place, program: string, ...args: readonly string[]): Promise<Ended> {
  return typeUntil(place, program, args, async () => false);
}

/** Runs a command and sends Ctrl-C as soon as `enough` resolves with true for the output so far. */
function typeUntil(
  { project, node, env = {} }: Place,
  program: string,
  args: readonly string[],
  enough: (output: string) => Promise<boolean>,
): Promise<Ended> {
  const child = spawn(program, args, {
    cwd: project.folder,
    env: { ...environment(folderOf(node)), NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 100_000,
    killSignal: 'SIGKILL',
  });
  let output = '';
  let stopped = false;
  const read = async (text: string): Promise<void> => {
    output += text;
    if (stopped || !(await enough(output)) || stopped) return;
    stopped = true;
    child.kill('SIGINT');
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', read);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output }));
  });
}
