import type { AddedChecks } from '../kit/added-checks.ts';
import { loadDefault, UnloadableModule } from '../module/load-default.ts';
import { BadChecks } from './bad-checks.ts';
import { readChecks } from './read-checks.ts';

const wanted = { entry: 'petstore-conformance/check', example: 'export default defineChecks({ … })' };

/**
 * Loads the checks that a module exports by default, from a path below the working folder or an absolute one. Its code runs
 * with all that this process may do. Throws `BadChecks` where there is no such file, where it cannot be loaded, or where its
 * checks are not as they have to be.
 */
export async function loadChecks(path: string): Promise<AddedChecks> {
  const from = JSON.stringify(path).slice(1, -1);
  try {
    return readChecks(await loadDefault(path, wanted), { from, file: path });
  } catch (error) {
    throw error instanceof UnloadableModule ? new BadChecks(`${from} ${error.message}`) : error;
  }
}
