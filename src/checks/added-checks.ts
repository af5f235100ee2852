import { loadDefault, UnloadableModule } from '../files/load-module.ts';
import type { Requirement } from '../spec/requirement.ts';
import { definedOnly } from '../text/defined-only.ts';
import type { Suite } from './built-in.ts';
import { checksProblem } from './checks-problem.ts';
import { guardMembers } from './guard.ts';
import type { CustomChecks, CustomRequirement } from './vocabulary.ts';

/** Requirements that a user added to those of the ledger, with all that judges them; read and found right. */
export interface AddedChecks {
  /** What messages call the place they come from: a path, or the name of an option. */
  readonly from: string;
  /** The file, where they come from one, as the user named it. */
  readonly file?: string;
  readonly requirements: readonly Requirement[];
  /** Its title is the section under which reports show the requirements. */
  readonly suite: Suite;
}

/**
 * A file for `--check`, or a value for `checks`, is not as it has to be. The message names the file, the place in it,
 * what was seen and, on a second line where it needs one, what to do.
 */
export class BadChecks extends Error {
  override readonly name = 'BadChecks';
}

const wanted = { entry: 'petstore-conformance/check', example: 'export default defineChecks({ … })' };
const standardIdleMs = 30_000;

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

/** Reads checks that a user wrote. Throws `BadChecks` where they are not as they have to be; runs none of them. */
export function readChecks(
  value: unknown,
  source: Pick<AddedChecks, 'from' | 'file'> & { readonly longestIdleMs?: number },
): AddedChecks {
  const { from, file, longestIdleMs = standardIdleMs } = source;
  const problem = checksProblem(value);
  if (problem !== undefined) throw new BadChecks(`${from}: ${problem}`);
  const { section, requirements, members } = value as CustomChecks;
  return {
    from,
    ...definedOnly({ file }),
    requirements: requirements.map((row) => requirementOf(row, section)),
    suite: { title: section, members: guardMembers(members, from, longestIdleMs) },
  };
}

function requirementOf(
  { exercisedBy: fedBy = [], dependsOn, ...row }: CustomRequirement,
  section: string,
): Requirement {
  const traits = { fedBy, ...definedOnly({ dependsOn }) };
  return { ...row, source: row.source ?? section, asks: row.asks ?? row.title, traits };
}

/** Throws `BadChecks` where two of them judge a requirement of the same id. */
export function refuseTwice(all: readonly AddedChecks[]): void {
  const known = new Map<string, AddedChecks>();
  for (const added of all) {
    for (const { id } of added.requirements) {
      const other = known.get(id);
      if (other !== undefined)
        throw new BadChecks(
          `${added.from}: ${id} is a requirement of ${other.from} already. Give it another id`,
        );
      known.set(id, added);
    }
  }
}
