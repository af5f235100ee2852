// @module-tag extended
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defects } from '../../../reference-server/defects/index.ts';
import { blocks, page, pages } from '../markdown.ts';
import {
  expectStatuses,
  lastNight,
  linesOf,
  openWorkspace,
  readmeStatuses,
  type Workspace,
} from '../workspace.ts';

/** The exit status of each command in a guide, against the defective server whose failure the guides show. */
const guides: Readonly<Record<string, typeof readmeStatuses>> = {
  'README.md': readmeStatuses,
  'docs/guides/validate.md': [
    ['export PETSTORE_API_KEY', 0],
    ['npx petstore-conformance run', 1],
    ['npx petstore-conformance run', 1],
    ['npx petstore-conformance explain', 0],
    ['npx petstore-conformance replay', 1],
    ['node -e', 0],
  ],
  'docs/guides/nightly.md': [
    ['export PETSTORE_API_KEY', 0],
    ['npx petstore-conformance run', 1],
    ['npx petstore-conformance diff', 0],
    ['npx petstore-conformance diff', 0],
    ['npx petstore-conformance run', 0],
    ['npx petstore-conformance replay', 1],
  ],
  'docs/guides/known-failures.md': [
    ['export PETSTORE_API_KEY', 0],
    ['npx petstore-conformance run', 1],
    ['npx petstore-conformance accept', 0],
    ['npx petstore-conformance run', 0],
    ['npx petstore-conformance run', 0],
  ],
  'docs/reference/command-line.md': [
    ['set -a', 0],
    ['npx petstore-conformance run', 0],
    // The certificates that this command names do not exist.
    ['npx petstore-conformance run', 2],
    ['export PETSTORE_API_KEY', 0],
    ['npx petstore-conformance run', 0],
  ],
  'docs/reference/reports.md': [
    ['export PETSTORE_API_KEY', 0],
    ['npx petstore-conformance run', 1],
    ['npx petstore-conformance report', 0],
    ['npx petstore-conformance diff', 0],
    ['npx petstore-conformance compare', 0],
    ['node -e', 0],
  ],
  'docs/reference/reference-server.md': [
    ['npx petstore-conformance serve', 0],
    ['npx petstore-conformance list', 0],
    ['npx petstore-conformance serve', 0],
    ['npx petstore-conformance list', 0],
    ['npx petstore-conformance serve', 0],
  ],
};

/** Commands that act on the whole project. A pipeline runs them separately. */
const ofTheProject = /^npm /;
/** Pages whose commands other tests run. */
const elsewhere = [
  'CONTRIBUTING.md',
  'docs/guides/ci.md',
  'docs/guides/install.md',
  'docs/guides/test-runners.md',
  'docs/reference/library.md',
  'docs/guides/write-a-check.md',
];

describe.concurrent.each(Object.entries(guides))('the commands in %s', (path, expected) => {
  let workspace: Workspace;

  beforeAll(async () => {
    // A gentle run sends a number as the name only on some nights.
    const defect = path === 'docs/guides/nightly.md' ? 'error-status-other' : 'name-number-coerced';
    workspace = await openWorkspace(defects.find(({ id }) => id === defect)?.change);
    if (/\byesterday|\bnightly\/2/.test(page(path))) await lastNight(workspace);
    for (const env of blocks(page(path), 'ini')) await workspace.put('staging.env', env);
  });
  afterAll(() => workspace.clear());

  it('work in order and exit with the expected status', { timeout: 120_000 }, async () => {
    const lines = linesOf(page(path)).filter((line) => !ofTheProject.test(line));
    await expectStatuses(workspace, lines, expected);
  });
});

describe('every page', () => {
  const tested = [...Object.keys(guides), ...elsewhere];

  it.each(pages.filter(({ text }) => linesOf(text).length > 0).map(({ path }) => path))(
    '%s has commands that a test runs',
    (path) => {
      expect(tested).toContain(path);
    },
  );
});
