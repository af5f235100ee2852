import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { startReferenceServer } from '../../reference-server/index.ts';
import { temporaryFolder } from '../cli/command.ts';
import { carryOutAsBuilt } from '../cli/in-process.ts';

const root = resolve(import.meta.dirname, '../..');
const key = 'test-Key_0123456789-xyz';

/** Returns a file with a check that sends this request. The check declares nothing but the number of its requests. */
const sending = (request: string) => `
  import { check, get, listCategories, requirement, suite } from 'petstore-conformance/check';

  export default suite('Our API guide', [
    requirement({ id: 'guide.sent', level: 'required', title: 'a title', impact: 'i', fix: 'f' }),
    check('guide.sent', 'a check', { withKey: 1, withoutKey: 1 }, async ({ send }) => { await send(() => (${request})); }),
  ]);
`;
const deleting = "{ ...get('/pets/1'), method: 'DELETE' }";
const nearMiss = "get(listCategories, 'key-cut')";

it.each([
  ['--read-only leaves out a DELETE', deleting, ['--read-only'], 0],
  ['a DELETE is sent without --read-only', deleting, [], 1],
  ['--no-near-misses leaves out a near miss', nearMiss, ['--no-near-misses'], 0],
  ['--profile gentle leaves out a near miss', nearMiss, ['--profile', 'gentle'], 0],
  ['a near miss is sent otherwise', nearMiss, [], 1],
])(
  'the kit judges by the request that a check sends, not by what the check declares: %s',
  async (_what, request, options, more) => {
    const cwd = await temporaryFolder();
    await mkdir(join(cwd, 'node_modules'));
    await symlink(root, join(cwd, 'node_modules/petstore-conformance'), 'junction');
    await writeFile(join(cwd, 'guide.mjs'), sending(request));
    const server = await startReferenceServer({ keys: [{ key, plan: 'business' }] });
    try {
      const args = [
        'run',
        '--base-url',
        server.url,
        '--check',
        'guide.mjs',
        '--only',
        'guide.*',
        '--no-exhaust',
      ];
      await carryOutAsBuilt([...args, ...options], { cwd, env: { PETSTORE_API_KEY: key } });
      // Every run begins with a request that shows whether the target is the service.
      expect(server.stats().requests).toBe(1 + more);
    } finally {
      await server.close();
    }
  },
);
