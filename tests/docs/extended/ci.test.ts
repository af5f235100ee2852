// @module-tag extended
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ReferenceServer } from '../../../reference-server/index.ts';
import { kit } from '../../../src/version.ts';
import { inputs, outputs } from '../../action/action.ts';
import { type EndedStep, runStep } from '../../action/step-runner.ts';
import { bin, temporaryFolder } from '../../cli/command.ts';
import { env as keyed, startService } from '../../cli/services.ts';
import { environment } from '../../package/environment.ts';
import { sampleReport } from '../../report/sample-report.ts';
import { example, examples, page } from '../markdown.ts';

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
}

interface Job {
  readonly steps: readonly Step[];
}

/** The workflows for GitHub, without the one that runs nightly.sh, which has its own test. */
const workflows = ['gate', 'nightly', 'notify', 'several-targets'].map((name) =>
  example(`github/${name}.yml`),
);
const jenkins = example('Jenkinsfile');
const key = keyed.PETSTORE_API_KEY;

/** Replaces the base URLs of the examples with the test server's. */
const at = ({ url }: Pick<ReferenceServer, 'url'>, text: string): string =>
  text.replaceAll(/https:\/\/(?:staging\.)?petstore\.example\/v1|http:\/\/127\.0\.0\.1:8080\/v1/g, url);

const nowhere = { url: 'http://127.0.0.1:1/v1' };

/** A row of a job's matrix. */
type Row = Readonly<Record<string, string>>;

/** Variables that keep the runs short, because these tests are about the commands. */
const short = { PETSTORE_ONLY: 'list.*', PETSTORE_NO_EXHAUST: 'true' };

describe('docs/guides/ci.md and the pipelines in examples/', () => {
  it('all name the current version', () => {
    const texts = [page('docs/guides/ci.md'), ...Object.values(examples)];
    const versions = texts.flatMap((text) => [...text.matchAll(/petstore-conformance@v?(\d+\.\d+\.\d+)/g)]);
    expect(new Set(versions.map(([, version]) => version))).toEqual(new Set([kit.version]));
  });

  it('use no expression inside a script', () => {
    const scripts = workflows.flatMap((text) =>
      (parse(text).jobs.conformance.steps as Step[]).map(({ run = '' }) => run),
    );
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  });

  it('list all inputs and outputs of the action', () => {
    const named = (kind: string) => {
      const [rows = ''] = page('docs/guides/ci.md').split(`| ${kind} |`)[1]?.split('\n\n') ?? [];
      const cells = [...rows.matchAll(/^\| (`[^|]+) \|/gm)].map(([, names = '']) => names);
      return cells.flatMap((names) => [...names.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name));
    };
    expect(named('Input').sort()).toEqual(Object.keys(inputs).sort());
    expect(named('Output').sort()).toEqual(Object.keys(outputs).sort());
  });

  it.each(workflows)(
    'pass to the action only inputs that it has, and read only outputs that it has: %#',
    (text) => {
      const { steps } = parse(text).jobs.conformance as Job;
      const given = steps
        .filter(({ uses = '' }) => uses.startsWith('your-organization/'))
        .flatMap((step) => Object.keys(step.with ?? {}));
      expect(given.filter((name) => !(name in inputs))).toEqual([]);
      const read = [...text.matchAll(/\bsteps\.kit\.outputs\.([a-z-]+)/g)].map(([, name = '']) => name);
      expect(read.filter((name) => !(name in outputs))).toEqual([]);
    },
  );

  it.each([
    ['compares with the last report in the summary', 'list-wrapped', [1, 0]],
    ['keeps the last report if the server cannot be tested', undefined, [3, 0]],
  ] as const)('include a nightly workflow that %s', async (_what, defect, statuses) => {
    const server = defect === undefined ? nowhere : await startService(defect);
    const { steps } = parse(at(server, example('github/nightly.yml'))).jobs.conformance as Job;
    const scriptOf = (step: string) => steps.find(({ name }) => name === step)?.run ?? expect.fail(step);
    const cwd = await temporaryFolder();
    const yesterday = JSON.stringify(sampleReport);
    await mkdir(join(cwd, 'yesterday'));
    await writeFile(join(cwd, 'yesterday/report.json'), yesterday);
    const env = { ...short, PETSTORE_API_KEY: key };
    const run = await runStep({ script: scriptOf('Test staging'), cwd, env });
    const more = { OUTCOME: run.outputs['outcome'] ?? '' };
    const compare = await runStep({ script: scriptOf('Compare with yesterday'), cwd, env: more });
    expect([run.status, compare.status], run.stderr).toEqual(statuses);
    const kept = await readFile(join(cwd, 'yesterday/report.json'), 'utf8');
    if (defect === undefined) expect(kept).toBe(yesterday);
    else {
      expect(compare.summary).toMatch(/^## ❌ 1 new/m);
      expect(kept).toBe(await readFile(join(cwd, 'reports/report.json'), 'utf8'));
    }
  });

  it('include a nightly GitLab job that compares reports, keeps the exit status, and warns if there is no verdict', async () => {
    const jobAt = (server: Pick<ReferenceServer, 'url'>) =>
      parse(at(server, example('gitlab/nightly.yml')))['petstore-nightly'];
    const job = jobAt(await startService('list-wrapped'));
    expect([job.allow_failure, job.artifacts.when, job.cache.when]).toEqual([
      { exit_codes: 3 },
      'always',
      'always',
    ]);
    const env = { ...short, STAGING_KEY: key, GITHUB_ACTIONS: '' };
    const cwd = await temporaryFolder();
    const night = ({ script }: typeof job) => runStep({ script: script.join('\n'), cwd, env });
    const first = await night(job);
    const commands = ({ calls }: EndedStep) => calls.map(({ words }) => words[2]);
    expect([first.status, commands(first)], first.stderr).toEqual([1, ['--version', 'run']]);
    const second = await night(job);
    expect([second.status, commands(second)]).toEqual([1, ['--version', 'run', 'diff']]);
    const kept = await readFile(join(cwd, 'yesterday/report.json'));
    expect((await night(jobAt(nowhere))).status).toBe(3);
    expect(await readFile(join(cwd, 'yesterday/report.json'))).toEqual(kept);
  });

  it('include a GitLab job that tests each target of a matrix, one of them read-only', async () => {
    const server = await startService();
    const { conformance: job } = parse(at(server, example('gitlab/several-targets.yml')));
    expect(job.artifacts.when).toBe('always');
    for (const row of job.parallel.matrix as readonly Row[]) {
      const cwd = await temporaryFolder();
      const env = { ...short, ...row, [String(row['KEY'])]: key, GITHUB_ACTIONS: '' };
      const { status, stderr } = await runStep({ script: job.script.join('\n'), cwd, env });
      expect(status, stderr).toBe(0);
      const junit = job.artifacts.reports.junit.replace('*', String(row['TARGET']));
      expect(existsSync(join(cwd, junit))).toBe(true);
    }
    expect(job.parallel.matrix.map((row: Row) => row['PETSTORE_READ_ONLY'])).toEqual([undefined, 'true']);
  });
});

describe.each(readGates())('the gate in examples/ for $system', ({ script, junit, published }) => {
  it('fails with status 3 if npx cannot install the kit', async () => {
    const { status, calls } = await runStep({
      script,
      cwd: await temporaryFolder(),
      env: {},
      npx: 'offline',
    });
    expect([status, calls.length]).toEqual([3, 1]);
  });

  it('runs with --strict and --plan', () => {
    expect(script).toMatch(
      / run --base-url http:\/\/127\.0\.0\.1:8080\/v1 --plan free --strict --wait-for 60\b/,
    );
  });

  const cases = [
    ['passes a server that conforms', '', 0, {}],
    ['fails with status 3 if the server does not start', '--none', 3, {}],
    [
      'fails with status 1 for a violation',
      '--defect=name-number-coerced',
      1,
      { ...short, PETSTORE_ONLY: 'invalid.*' },
    ],
  ] as const;
  // If a gate does nothing after it has run the kit, it is enough to test one failing status.
  const tried = /\|\| status/.test(script) ? cases : cases.slice(0, 2);

  it.each(tried)('installs and starts the server, and %s', { timeout: 120_000 }, async (...one) => {
    const [, option, wanted, more] = one;
    const cwd = await freshCheckout(option);
    const port = await freePort();
    const { status, stdout, stderr } = await runStep({
      script: script
        .replaceAll(':8080', `:${port}`)
        .replace('--wait-for 60', `--wait-for ${wanted === 3 ? 1 : 40}`),
      cwd,
      npx: 'process',
      env: { ...more, HOME: cwd, PORT: String(port), PETSTORE_API_KEY: key, GITHUB_ACTIONS: '' },
    });
    expect(status, `${stdout}${stderr}`).toBe(wanted);
    expect(existsSync(join(cwd, 'node_modules/quota'))).toBe(true);
    const page = join(published.replace(/\/\*\*.*$/, ''), 'report.html');
    expect([junit, page].filter((path) => !existsSync(join(cwd, path)))).toEqual([]);
  });
});

it('the Jenkinsfile in examples/ marks a build with violations as unstable, and a build without a verdict as failed', () => {
  const [, decision = ''] = /(if \(status == 1\)[\s\S]*?)\n {8}\}/.exec(jenkins) ?? [];
  const end = (status: number): string => {
    let ended = 'passes';
    const [unstable, error] = ['is unstable', 'fails'].map((how) => () => {
      ended = how;
    });
    // These lines of Groovy are also JavaScript.
    new Function('status', 'unstable', 'error', decision)(status, unstable, error);
    return ended;
  };
  expect([0, 1, 2, 3].map(end)).toEqual(['passes', 'is unstable', 'fails', 'fails']);
  const count = (bracket: string) => jenkins.split(bracket).length;
  for (const [open = '', close = ''] of ['{}', '()', '[]']) expect(count(open)).toBe(count(close));
});

/** A gate: its shell commands in order, and the files that it publishes even after a failure. */
interface Gate {
  readonly system: string;
  readonly script: string;
  readonly junit: string;
  readonly published: string;
}

/** Reads all gates, and checks that each of them publishes its files even after a failure. */
function readGates(): readonly Gate[] {
  const lines = (some: readonly (string | undefined)[]) => some.filter((one) => one !== undefined).join('\n');
  const github = parse(example('github/gate.yml')).jobs.conformance.steps;
  const { if: condition, uses, with: upload } = github.at(-1);
  expect(condition).toMatch(/^\$\{\{ !cancelled\(\) \}\}$/);
  expect(uses).toBe('actions/upload-artifact@v4');
  const { script: merge, artifacts } = parse(example('gitlab/gate.yml'))['petstore-gate'];
  expect(artifacts.when).toBe('always');
  const azure = parse(example('azure-pipelines.yml')).steps;
  const [results, publish] = azure.slice(-2);
  for (const step of [results, publish]) expect(step.condition).toBe('succeededOrFailed()');
  const [buildkite, annotate] = parse(example('buildkite.yml')).steps;
  expect(annotate).toMatchObject({ depends_on: buildkite.key, allow_dependency_failure: true });
  const [{ step: bitbucket }] = parse(example('bitbucket-pipelines.yml')).pipelines['pull-requests']['**'];
  const [scoped] = bitbucket.artifacts.upload;
  expect(scoped).toMatchObject({ type: 'scoped', 'capture-on': 'always' });
  const shell = [...jenkins.matchAll(/\bsh(?: |\(returnStatus: true, script: )('''|')([\s\S]*?)\1/g)];
  const after = jenkins.slice(jenkins.indexOf('always {'));
  return [
    {
      system: 'GitHub Actions',
      script: lines(github.map(({ run }: Step) => run)),
      junit: 'reports/junit.xml',
      published: upload.path,
    },
    {
      system: 'GitLab',
      script: lines(merge),
      junit: artifacts.reports.junit,
      published: artifacts.paths[0],
    },
    {
      system: 'Azure Pipelines',
      script: lines(azure.map(({ bash }: { bash?: string }) => bash)),
      junit: results.inputs.testResultsFiles,
      published: publish.publish,
    },
    {
      system: 'Jenkins',
      script: lines(shell.map(([, , text]) => text)),
      junit: /junit testResults: '([^']+)'/.exec(after)?.[1] ?? '',
      published: /archiveArtifacts artifacts: '([^']+)'/.exec(after)?.[1] ?? '',
    },
    {
      system: 'Buildkite',
      script: buildkite.command,
      junit: annotate.plugins[0]['junit-annotate#v2.7.0'].artifacts,
      published: buildkite.artifact_paths[0],
    },
    {
      system: 'Bitbucket Pipelines',
      script: lines(bitbucket.script),
      // Bitbucket reads reports from folders of this name.
      junit: 'test-results/junit.xml',
      published: scoped.paths[0],
    },
  ];
}

/** Creates a fresh checkout of a project with a dependency, whose `npm start` starts a server on PORT. */
async function freshCheckout(option: string): Promise<string> {
  const cwd = await temporaryFolder();
  const files = {
    'package.json': JSON.stringify({
      name: 'server',
      version: '1.0.0',
      scripts: { start: 'node server.mjs' },
      dependencies: { quota: 'file:./quota' },
    }),
    'quota/package.json': '{ "name": "quota", "version": "1.0.0", "main": "index.js" }',
    'quota/index.js': "module.exports = ['--plan', 'free', '--window', '3'];",
    'server.mjs': `import quota from 'quota';
process.argv.splice(2, 9, 'serve', '--port', process.env.PORT, ...quota, ${JSON.stringify(option)});
process.argv = process.argv.filter((word) => word !== '');
await import(${JSON.stringify(pathToFileURL(bin).href)});
`,
  };
  await mkdir(join(cwd, 'quota'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text);
  // A project commits its lockfile, but not node_modules.
  lockfile ??= lock(cwd);
  await writeFile(join(cwd, 'package-lock.json'), await lockfile);
  return cwd;
}

/** The lockfile that all checkouts share. */
let lockfile: Promise<string> | undefined;

async function lock(cwd: string): Promise<string> {
  const args = ['install', '--package-lock-only', '--offline', '--no-audit'];
  await promisify(execFile)('npm', args, { cwd, env: environment() });
  return readFile(join(cwd, 'package-lock.json'), 'utf8');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
