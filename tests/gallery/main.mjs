/**
 * `npm run gallery` runs all defects and legal variants, and writes a section of docs/evidence.md and the lists of the
 * gallery. `npm run gallery -- --family NAME` runs all servers of a family, and `--only IDS` runs some of them. IDS are
 * separated by commas, and `*` matches anything. `--earned` runs all servers of all families, and lists the results that
 * only one or two of them show.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, env, exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { carryOut } from '../../scripts/carry-out.mjs';
import { earnedBy, linesOf } from './earned.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

const usage = `npm run gallery                                    run all defects and variants, then write docs/evidence.md
npm run gallery -- --family NAME [--only IDS]      run the servers of a family: defects, variants, limiters,
                                                   strangers, hostile, stacks or phenomena
npm run gallery -- --earned                        run all servers, and list what only one or two of them show`;

/** Ends this process with the usage on standard error. */
function endWithUsage() {
  console.error(usage);
  exit(2);
}

function readOptions() {
  try {
    return parseArgs({
      options: { family: { type: 'string' }, only: { type: 'string' }, earned: { type: 'boolean' } },
    }).values;
  } catch {
    return endWithUsage();
  }
}

/** Runs every server, and prints the results that only one or two servers show. A failing test does not stop the command. */
function printEarned() {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-earned-'));
  const families = ['defects', 'variants', 'limiters', 'phenomena', 'hostile', 'stacks', 'strangers'];
  const files = families.map((family) => `tests/gallery/${family}.test.ts`);
  spawnSync('npx', ['vitest', 'run', ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, PETSTORE_EARNED: folder },
  });
  const runs = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
  rmSync(folder, { recursive: true });
  console.log(linesOf(earnedBy(runs)).join('\n'));
}

/** A whole family takes longer than the part of it that is in a tier. */
const patient = ['--testTimeout', '300000'];

const values = readOptions();

if (argv.length === 2) {
  const families = ['defects', 'variants'].map((family) => `tests/gallery/${family}.test.ts`);
  carryOut('npx', ['vitest', 'run', ...patient, ...families], {
    PETSTORE_GALLERY: 'whole',
  });
  carryOut('npx', ['vitest', 'run', 'tests/gallery/page.test.ts', '--update']);
} else if (values.earned === true) {
  printEarned();
} else {
  const file = `tests/gallery/${values.family}.test.ts`;
  if (values.family === undefined || !existsSync(`${root}/${file}`)) endWithUsage();
  carryOut('npx', ['vitest', 'run', ...patient, file], {
    PETSTORE_GALLERY: 'whole',
    ...(values.only === undefined ? {} : { PETSTORE_ONLY: values.only }),
  });
}
