// @module-tag extended
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { type Report, run } from '../../../src/index.ts';
import { env, startService } from '../../cli/services.ts';
import { example } from '../markdown.ts';

/** A Maven project with the dependencies of the example. */
const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version>
<properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
${example('junit/dependencies.xml')}
<build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><version>3.5.2</version></plugin></plugins></build>
</project>`;

interface Framework {
  readonly files: Readonly<Record<string, string>>;
  /** A command that succeeds only if the framework is installed. */
  readonly installed: readonly string[];
  readonly command: readonly string[];
  /** Returns the counts of tests in the output of the command. */
  readonly counted: (output: string) => { passed: number; failed: number; skipped: number };
  /** How the output names a failing requirement. */
  readonly failure: (id: string) => string;
}

const count = (output: string, pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0);
const lines = (output: string, pattern: RegExp) => output.match(pattern)?.length ?? 0;

const frameworks: Readonly<Record<string, Framework>> = {
  'go test': {
    files: {
      'conformance_test.go': example('go/conformance_test.go'),
      'go.mod': 'module example.com/x\n\ngo 1.22\n',
    },
    installed: ['go', 'version'],
    command: ['go', 'test', '-count=1', '-v', './...'],
    counted: (output) => ({
      passed: lines(output, /^ {4}--- PASS/gm),
      failed: lines(output, /^ {4}--- FAIL/gm),
      skipped: lines(output, /^ {4}--- SKIP/gm),
    }),
    failure: (id) => `--- FAIL: TestConformance/${id}`,
  },
  pytest: {
    files: { 'test_conformance.py': example('pytest/test_conformance.py') },
    installed: ['python3', '-m', 'pytest', '--version'],
    command: ['python3', '-m', 'pytest', '-rs', '-p', 'no:cacheprovider', 'test_conformance.py'],
    counted: (output) => ({
      passed: count(output, /(\d+) passed/),
      failed: count(output, /(\d+) failed/),
      skipped: count(output, /(\d+) skipped/),
    }),
    failure: (id) => `test_requirement[${id}]`,
  },
  'JUnit 5': {
    files: { 'src/test/java/ConformanceTest.java': example('junit/ConformanceTest.java'), 'pom.xml': pom },
    installed: ['mvn', '--version'],
    command: ['mvn', '--batch-mode', '--offline', 'test', '-Dtest=ConformanceTest'],
    counted: (output) => {
      const total = count(output, /^.*Tests run: (\d+), (?!.*Time elapsed)/m);
      const failed = count(output, /^.*Failures: (\d+), (?!.*Time elapsed)/m);
      const skipped = count(output, /^.*Skipped: (\d+)(?!.*Time elapsed)/m);
      return { passed: total - failed - skipped, failed, skipped };
    },
    failure: () => 'ConformanceTest.judge',
  },
};

/** A project with the code of the example. */
interface Place {
  readonly folder: string;
  readonly isInstalled: boolean;
}

interface Done {
  readonly status: number;
  readonly output: string;
}

/** By default, a short Java process spends half of its time optimizing code. */
const JAVA_TOOL_OPTIONS = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

function execute(cwd: string, [program = '', ...args]: readonly string[], report = ''): Promise<Done> {
  const surroundings = { ...process.env, JAVA_TOOL_OPTIONS, CONFORMANCE_REPORT: report };
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env: surroundings, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : 127;
      resolve({ status, output: `${stdout}${stderr}` });
    });
  });
}

/** Runs the code of the example on a report, in a folder. Skips the test if the framework is not available. */
async function tryOn(
  report: Report,
  { folder, isInstalled }: Place,
  { installed, command }: Framework,
  { skip }: TestContext,
): Promise<Done> {
  const path = join(folder, 'report.json');
  await writeFile(path, JSON.stringify(report));
  if (!isInstalled) skip(`${installed.join(' ')} failed: not installed`);
  const done = await execute(folder, command, path);
  const [missing] =
    /^.*(?:Could not (?:resolve|transfer|find artifact)|Cannot access .* in offline mode).*$/m.exec(
      done.output,
    ) ?? [];
  if (missing !== undefined) skip(`libraries are not available here: ${missing.slice(0, 300)}`);
  return done;
}

const reportOf = async (defect: string | readonly string[], close: (end: () => Promise<void>) => void) => {
  const { url } = await startService(defect, close);
  const few = { only: 'list.*,invalid.name-type,limit.*', noExhaust: true };
  return run({ baseUrl: url, key: env.PETSTORE_API_KEY, ...few });
};

let failing: Report;
let passing: Report;

beforeAll(async () => {
  const ends: (() => Promise<void>)[] = [];
  failing = await reportOf('name-number-coerced', (end) => ends.push(end));
  passing = await reportOf([], (end) => ends.push(end));
  return async () => {
    for (const end of ends) await end();
  };
});

const countsOf = ({ requirements }: Report) => {
  const of = (...verdicts: string[]) =>
    requirements.filter(({ verdict }) => verdicts.includes(verdict)).length;
  return {
    passed: of('pass', 'flaky', 'observed', 'warn') + 1,
    failed: of('fail'),
    skipped: of('not tested', 'not selected', 'accepted'),
  };
};

// Maven is slow to start.
const timeout = 180_000;

describe.each(Object.entries(frameworks))('%s shows a report.json', { timeout }, (_name, framework) => {
  let place: Place;

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'framework-'));
    for (const [name, content] of Object.entries(framework.files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    place = { folder, isInstalled: (await execute(folder, framework.installed)).status === 0 };
    return () => rm(folder, { recursive: true });
  });

  it('with one test for each requirement, if all pass', async (context) => {
    const { status, output } = await tryOn(passing, place, framework, context);
    expect(status, output).toBe(0);
    expect(framework.counted(output)).toEqual(countsOf(passing));
    expect(countsOf(passing).failed).toBe(0);
  });

  it('with the text of a finding, without control characters', async (context) => {
    const findings = failing.findings.map((one) => ({ ...one, received: `\u001b[2J${one.received}` }));
    const { status, output } = await tryOn({ ...failing, findings }, place, framework, context);
    expect(status, output).not.toBe(0);
    expect(framework.counted(output)).toEqual(countsOf(failing));
    expect(countsOf(failing).failed).toBe(1);
    expect(output).toContain(framework.failure('invalid.name-type'));
    expect(output).toContain('Expected  status 400');
    expect(output).toContain('Received  ?[2Jstatus 201');
    expect(output).toContain('Request   curl -i');
  });

  it('with accepted failures as skipped, and with a failure of the run itself', async (context) => {
    const requirements = failing.requirements.map((one) =>
      one.verdict === 'fail' ? { ...one, verdict: 'accepted' as const, note: 'by Ada' } : one,
    );
    const sentence = 'Two requirements were not tested.';
    const verdict = { ...failing.verdict, exitStatus: 3, sentence };
    const { status, output } = await tryOn({ ...failing, requirements, verdict }, place, framework, context);
    expect(status).not.toBe(0);
    expect(output).toContain(sentence);
    const { passed, skipped } = countsOf(failing);
    expect(framework.counted(output)).toEqual({ passed: passed - 1, failed: 1, skipped: skipped + 1 });
  });
});
