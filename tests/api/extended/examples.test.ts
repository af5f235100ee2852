// @module-tag extended
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReferenceServer, startReferenceServer } from '../../../reference-server/index.ts';
import { carryOutAsBuilt } from '../../cli/in-process.ts';
import { blocks, page } from '../../docs/markdown.ts';
import { sampleReport } from '../../report/sample-report.ts';
import { createUserProject, type UserProject } from '../user-project.ts';

const text = page('docs/reference/library.md');
const key = 'test-Key_0123456789-xyz';
const address = 'http://127.0.0.1:8080/v1';

/** The expected output and exit status of each example, in the order of the page. */
const expected: readonly (readonly [what: string, prints: RegExp, status: number])[] = [
  ['runs and shows the report', /: CONFORMS \(exit status 0\) /, 0],
  ['reports an invalid option', /^unknown option "maxRequest"\.\n$/, 0],
  // On a slow machine, the window resets before its quota is used up, so the run does not wait.
  [
    'watches the events',
    /^at most \d+ requests\n(waiting [\d.]+ s .*\n)*\d+ of 46 required requirements passed; .*\n$/,
    0,
  ],
  ['writes reports', /'reports\/report\.json',\s+'reports\/junit\.xml',\s+'reports\/failures\.csv'/, 0],
];

describe('the examples in docs/reference/library.md', () => {
  let server: ReferenceServer;
  let project: UserProject;
  const examples = blocks(text, 'ts');

  beforeAll(async () => {
    server = await startReferenceServer({ keys: [{ key, plan: 'free' }], minuteMs: 2_000 });
    project = await createUserProject();
    const files = examples.map((example, index) => [
      `example${index}.ts`,
      example.replaceAll(address, server.url),
    ]);
    await project.compile(Object.fromEntries(files));
  });

  afterAll(async () => {
    await project.remove();
    await server.close();
  });

  it('are all tested in this file', () => {
    expect(examples).toHaveLength(expected.length);
  });

  it.each(expected.map((row, index) => [index, ...row] as const))(
    'example %i %s',
    async (index, _what, prints, status) => {
      const ran = await project.node(`example${index}.js`, { PETSTORE_API_KEY: key });
      expect(ran).toEqual({ status, stdout: expect.stringMatching(prints), stderr: '' });
    },
  );

  it('the example of a reporter for the command line writes its default file, or the file named after "="', async () => {
    const [module = ''] = blocks(text, 'js');
    await writeFile(join(project.folder, 'failures.mjs'), module);
    const report = 'sample.json';
    await writeFile(join(project.folder, report), JSON.stringify(sampleReport));
    const counts = sampleReport.findings.map(({ requirement, count }) => `${requirement},${count}\n`);
    for (const [reporter, file, message] of [
      ['./failures.mjs', 'failures.csv', 'Wrote failures.csv.\n'],
      ['terminal,./failures.mjs=out/mine.csv', 'out/mine.csv', ''],
    ] as const) {
      const ended = await carryOutAsBuilt(['report', report, '--reporter', reporter], {
        cwd: project.folder,
      });
      expect([ended.stderr, ended.status]).toEqual([message, 0]);
      expect(readFileSync(join(project.folder, file), 'utf8')).toBe(counts.join(''));
    }
  });
});
