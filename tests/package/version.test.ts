import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { kit } from '../../src/version.ts';
import { examples, pages } from '../docs/markdown.ts';
import { root } from '../docs/root.ts';

/** These pages may still name an earlier version. */
const history = /^(?:CHANGELOG|docs\/comparison)\.md$/;

/** The version in the name of the package, of its tarball and of its tag, and in the input of the action. */
const stated = /(?<=petstore-conformance[@-]v?|^ {4}default: |such as )\d+\.\d+\.\d+(?!\d)/gm;

const files = [
  'action.yml',
  ...Object.keys(examples).map((path) => `examples/${path}`),
  ...pages.map(({ path }) => path).filter((path) => !history.test(path)),
];
const copies = files
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  .filter(({ text }) => text.search(stated) >= 0);

it('the version is stated in the action, in pipelines and in commands', () => {
  expect(copies.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'action.yml',
      'docs/guides/ci.md',
      'docs/guides/install.md',
      'examples/nightly.sh',
    ]),
  );
});

// `npm version` updates these pages by running this test with `--update`.
it.each(copies)('$path states the version of package.json', async ({ path, text }) => {
  await expect(text.replaceAll(stated, kit.version)).toMatchFileSnapshot(join(root, path));
});

it('package-lock.json has the version of package.json', () => {
  const { version, packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  expect([version, packages[''].version]).toEqual([kit.version, kit.version]);
});
