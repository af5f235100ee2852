import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ReferenceServer } from '../../../reference-server/index.ts';
import { kit } from '../../../src/version.ts';
import { inputs, outputs, runAction } from '../../action/action.ts';
import { type EndedStep, runStep } from '../../action/step-runner.ts';
import { temporaryFolder } from '../../cli/command.ts';
import { env as keyed, startService } from '../../cli/services.ts';
import { blocks, page, root } from '../markdown.ts';

interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

const yaml = blocks(page('docs/ci.md'), 'yaml');
const workflows = yaml.filter((text) => /^jobs:/m.test(text));
const gitlab = yaml.filter((text) => /^ {2}script:/m.test(text));
const key = keyed.PETSTORE_API_KEY;

/** Replaces the base URLs on the page with the test server's. */
const at = ({ url }: ReferenceServer, text: string): string =>
  text.replaceAll(/https:\/\/staging\.petstore\.example\/v1|http:\/\/127\.0\.0\.1:8080\/v1/g, url);

/** Creates a folder with the configuration file that defines the workflows' targets. */
async function checkout({ url }: Pick<ReferenceServer, 'url'>): Promise<string> {
  const cwd = await temporaryFolder();
  const named = (keyVariable: string, more = {}) => ({ baseUrl: url, keyVariable, ...more });
  const targets = {
    staging: named('STAGING_KEY'),
    production: named('PRODUCTION_KEY', { production: true }),
  };
  await writeFile(join(cwd, 'petstore-conformance.config.json'), JSON.stringify({ targets }));
  return cwd;
}

/** Evaluates expressions as the runner does. */
function evaluated(text: string, target: string, found: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => {
    if (name.startsWith('secrets.')) return key;
    if (name === 'matrix.target') return target;
    const output = /^steps\.kit\.outputs\.([a-z-]+)$/.exec(name)?.[1] ?? '';
    if (output in found) return found[output] ?? '';
    throw new Error(`${name} has no value in these tests`);
  });
}

/** Keeps the runs short: these tests are about the commands. */
const short = { PETSTORE_ONLY: 'list.*', PETSTORE_NO_EXHAUST: 'true' };

/** Runs our steps of a workflow for one target. A failed step does not stop the next one. */
async function runWorkflow(text: string, cwd: string, target = 'staging'): Promise<EndedStep[]> {
  const steps: readonly Step[] = parse(text).jobs.conformance.steps;
  const ended: EndedStep[] = [];
  for (const { name, run, uses = '', env = {}, with: given = {} } of steps) {
    if (name === 'Start the server') continue;
    const found = ended[0]?.outputs ?? {};
    const variables = Object.entries(env).map(([one, value]) => [one, evaluated(value, target, found)]);
    const options = { cwd, env: { ...short, ...Object.fromEntries(variables) } };
    if (run !== undefined) ended.push(await runStep({ script: run, ...options }));
    if (!uses.startsWith('your-organisation/')) continue;
    const values = Object.entries(given).map(([one, value]) => [one, evaluated(value, target, found)]);
    ended.push(await runAction(Object.fromEntries(values), options));
  }
  return ended;
}

describe('docs/ci.md', () => {
  it('has four workflows and two GitLab jobs, all with the current version', () => {
    expect([workflows.length, gitlab.length, yaml.length]).toEqual([4, 2, 6]);
    const versions = page('docs/ci.md').matchAll(/petstore-conformance@v?(\d+\.\d+\.\d+)/g);
    expect(new Set([...versions].map(([, version]) => version))).toEqual(new Set([kit.version]));
  });

  it('uses no expression inside a script', () => {
    const scripts = workflows.flatMap((text) =>
      (parse(text).jobs.conformance.steps as Step[]).map(({ run = '' }) => run),
    );
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  });

  it('lists all inputs and outputs of the action', () => {
    const named = (kind: string) => {
      const [rows = ''] = page('docs/ci.md').split(`| ${kind} |`)[1]?.split('\n\n') ?? [];
      const cells = [...rows.matchAll(/^\| (`[^|]+) \|/gm)].map(([, names = '']) => names);
      return cells.flatMap((names) => [...names.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name));
    };
    expect(named('Input').sort()).toEqual(Object.keys(inputs).sort());
    expect(named('Output').sort()).toEqual(Object.keys(outputs).sort());
  });

  it.each(workflows.map((text) => [/^name: (.*)$/m.exec(text)?.[1], text]))(
    'has a workflow “%s” whose commands work',
    async (_name, text = '') => {
      const server = await startService();
      const cwd = await checkout(server);
      const [first, ...others] = await runWorkflow(at(server, text), cwd);
      expect([first?.status, first?.outputs['outcome']], first?.stderr).toEqual([0, 'conforms']);
      expect(others.map(({ status }) => status)).toEqual(others.map(() => 0));
    },
  );

  it('has a nightly workflow that compares with the last report in the summary', async () => {
    const server = await startService('list-wrapped');
    const nightly = workflows.find((text) => text.includes('yesterday')) ?? '';
    const cwd = await checkout(server);
    await mkdir(join(cwd, 'yesterday'));
    const yesterday = join(root, 'tests/compatibility/report-format-1.json');
    await copyFile(yesterday, join(cwd, 'yesterday/report.json'));
    const [run, compare] = await runWorkflow(nightly, cwd);
    expect([run?.status, compare?.status]).toEqual([1, 0]);
    expect(compare?.summary).toMatch(/^## ❌ 1 new/m);
    expect(await readFile(join(cwd, 'yesterday/report.json'))).toEqual(
      await readFile(join(cwd, 'reports/report.json')),
    );
  });

  it('has a nightly workflow that keeps the last report if the server cannot be tested', async () => {
    const nightly = workflows.find((text) => text.includes('yesterday')) ?? '';
    const cwd = await checkout({ url: 'http://127.0.0.1:1/v1' });
    await mkdir(join(cwd, 'yesterday'));
    const yesterday = join(root, 'tests/compatibility/report-format-1.json');
    await copyFile(yesterday, join(cwd, 'yesterday/report.json'));
    const [run, compare] = await runWorkflow(nightly, cwd);
    expect([run?.status, compare?.status]).toEqual([3, 0]);
    expect(await readFile(join(cwd, 'yesterday/report.json'))).toEqual(await readFile(yesterday));
  });

  it('has a workflow that reports the verdict to the team', async () => {
    const server = await startService('list-wrapped');
    const workflow = workflows.find((text) => text.includes('Notify the team')) ?? '';
    const [run, report] = await runWorkflow(at(server, workflow), await checkout(server));
    expect(run?.status).toBe(1);
    expect(report?.stdout).toBe(`${run?.outputs['failures']} failed. ${run?.outputs['sentence']}\n`);
  });

  it('has a workflow that tests each target of a matrix', async () => {
    const server = await startService();
    const matrix = workflows.find((text) => text.includes('matrix:')) ?? '';
    const { target: targets } = parse(matrix).jobs.conformance.strategy.matrix;
    const cwd = await checkout(server);
    expect(targets[0]).toBe('staging');
    for (const target of targets.slice(1)) {
      const [run] = await runWorkflow(matrix, cwd, target);
      expect([run?.status, run?.outputs['report']]).toEqual([0, join(cwd, `reports/${target}/report.json`)]);
    }
  });

  it.each(gitlab.map((text, index) => [index + 1, text]))(
    'has GitLab job %i, whose command works',
    async (_index, text) => {
      const server = await startService();
      const cwd = await checkout(server);
      const { script, artifacts } = parse(at(server, String(text))).conformance;
      const ours = (script as string[]).filter((line) => line.includes('petstore-conformance'));
      expect([ours.length, artifacts.when]).toEqual([1, 'always']);
      const keys = { PETSTORE_API_KEY: key, STAGING_KEY: key, TARGET: 'staging' };
      const { status, stderr } = await runStep({
        script: ours.join('\n'),
        cwd,
        env: { ...short, ...keys, GITHUB_ACTIONS: '' },
      });
      expect(status, stderr).toBe(0);
    },
  );
});
