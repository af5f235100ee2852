import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { editResponses } from '../../reference-server/edits.ts';
import { startReferenceServer } from '../../reference-server/index.ts';
import { renderReport, UsageError } from '../../src/index.ts';
import { temporaryFolder } from '../cli/command.ts';
import { carryOut, carryOutAsBuilt } from '../cli/in-process.ts';
import { page, table } from '../docs/markdown.ts';
import { root } from '../docs/root.ts';
import { sampleReport } from '../report/sample-report.ts';

const rowsOf = (heading: string) =>
  table(page('docs/upgrade.md'), heading).map((cells) => cells.map((cell) => cell.replaceAll('`', '')));

/** A file of checks with names that are all current, and one place for each that was renamed. */
const current = `
  import { check, defineChecks, wholeRun } from 'petstore-conformance/check';

  export default defineChecks({
    section: 'Our API guide',
    requirements: [
      { id: 'guide.health', level: 'advisory', title: 'Be well', impact: 'bad', fix: 'Do it.', testedBy: ['list.ok'] },
    ],
    checks: [
      check('guide.health', 'GET /health', { priority: 1 }, async ({ send }) => {
        await send(() => ({ method: 'GET', path: '/health', operation: 'elsewhere', credential: 'bearer' }));
      }),
      wholeRun('guide.health', 'a rule', () => ({
        step: (exchange) => [exchange.validity, exchange.request.credential, exchange.request.generated?.faultClass.control],
        end: () => ({ tested: 1, occurrences: [], alsoCorrect: [] }),
      })),
    ],
  });
`;

/** What the file contained for kit 0.1, by the row of docs/upgrade.md: the current text and the former one. */
const formerly: Readonly<Record<string, readonly [now: string, was: string]>> = {
  'members (of defineChecks)': ['checks: [', 'members: ['],
  'means (of a requirement)': ['impact:', 'means:'],
  'mend (of a requirement)': ['fix:', 'mend:'],
  'exercisedBy (of a requirement)': ['testedBy:', 'exercisedBy:'],
  'worth (of a check)': ['priority:', 'worth:'],
  'presentation (of a request)': ['credential:', 'presentation:'],
  'exercised (of a result)': ['tested: 1', 'exercised: 1'],
  'kept (of a result)': ['alsoCorrect:', 'kept:'],
  'credential (of an exchange that is read)': ['exchange.validity', 'exchange.credential'],
  'presentation (of its request)': ['exchange.request.credential', 'exchange.request.presentation'],
  'drawn (of its request)': ['exchange.request.generated', 'exchange.request.drawn'],
  'twin (of a fault class)': ['faultClass.control', 'faultClass.twin'],
  'import notExercised': ['check, ', 'check, notExercised, '],
  'import presentations': ['check, ', 'check, presentations, '],
  'import isAnswer': ['check, ', 'check, isAnswer, '],
  'import isNamedAnswer': ['check, ', 'check, isNamedAnswer, '],
};

/** Runs a file of checks with the built command against the reference server. */
async function runWith(text: string) {
  const cwd = await temporaryFolder();
  await mkdir(join(cwd, 'node_modules'));
  await symlink(root, join(cwd, 'node_modules/petstore-conformance'), 'junction');
  await writeFile(join(cwd, 'guide.mjs'), text);
  const what = ['--check', 'guide.mjs', '--only', 'guide.*,invalid.name-type', '--no-exhaust'];
  const { status, stdout, stderr } = await carryOutAsBuilt(['run', ...what, '--reporter', 'terminal'], {
    cwd,
  });
  return { status, output: `${stdout}${stderr}`.replace(/[\s│]+/g, ' ') };
}

describe('a name of kit 0.1 in a file of checks', () => {
  it('is the only thing that is wrong in these tests', async () => {
    const { status, output } = await runWith(current);
    expect(status, output).toBe(0);
  });

  it.each(rowsOf('Custom checks'))('ends the command with the new name: %s', async (row = '', now = '') => {
    const [text, former] = formerly[row] ?? [];
    const [was = ''] = row.replace('import ', '').split(' ');
    const { status, output } = await runWith(current.replace(text ?? '', former ?? ''));
    expect(status, output).toBeOneOf([2, 3]);
    expect(output).toMatch(new RegExp(`\\b${was}\\b[^;]*? is now called ${now}\\b`));
  });
});

describe('an option of kit 0.1', () => {
  it('asks for the value that init --force needs now', async () => {
    const { status, stderr } = await carryOut(['init', '--force']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('--force needs a value.')]);
  });
});

describe('a name of kit 0.1 in a program', () => {
  it('is rejected by renderReport', async () => {
    const page = { colour: true } as object;
    await expect(renderReport(sampleReport, 'terminal', page)).rejects.toThrow(
      new UsageError('renderReport has no option "colour", only color and width.'),
    );
  });

  it('still cuts a response of the reference server', async () => {
    const change = editResponses(
      () => true,
      (response) => ({ ...response, delivery: { cut: 'before-answer' as 'before-response' } }),
    );
    const keys = [{ key: 'test-Key_0123456789-xyz', plan: 'free' }] as const;
    const server = await startReferenceServer({ keys, change: [change] });
    onTestFinished(() => server.close());
    await expect(fetch(`${server.url}/categories`)).rejects.toThrow('fetch failed');
  });
});
