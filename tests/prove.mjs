/**
 * `npm run prove -- WHAT` measures one thing and writes a table into `reports/`, or a page into `docs/`. Words after WHAT
 * select some of its measurements, and options go to Vitest.
 */
import { existsSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { carryOut } from '../scripts/carry-out.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What can be proven, and what it needs besides the files `tests/**\/*.prove.ts` of its folder. */
const proofs = {
  comparison: { folder: 'tests/bench/comparison/', built: true, update: 'tests/docs/comparison.test.ts' },
  hostile: { folder: 'tests/hostile/hostile.', built: true },
  interruptions: { folder: 'tests/interruptions/', built: true },
  limiters: { folder: 'tests/limiters/' },
  'long-runs': { folder: 'tests/hostile/long-runs.' },
  mutation: {},
  necessity: { folder: 'tests/necessity/' },
  nodes: { folder: 'tests/package/', built: true, variables: { PETSTORE_NODES: '20,22,24,26' } },
  repeatability: { folder: 'tests/repeatability/' },
  // Strangers' servers run in real time, for half an hour.
  seeds: { folder: 'tests/seeds/', usual: ['defects', 'limiters', 'other-variants'] },
  stacks: { folder: 'tests/stacks/' },
  'weak-validators': { folder: 'tests/payloads/weak-validators/' },
};

const [what = '', ...rest] = argv.slice(2);
const proof = Object.hasOwn(proofs, what) ? proofs[what] : undefined;
if (proof === undefined) {
  console.error(`Usage: npm run prove -- WHAT, where WHAT is one of ${Object.keys(proofs).join(', ')}.`);
  exit(2);
}

if (proof.built) carryOut('npm', ['run', 'build']);
if (what === 'mutation') {
  // The mutation tool uses the kit's own Vitest.
  const install = [
    'install',
    '--prefix',
    'tests/mutation',
    '--legacy-peer-deps',
    '--no-package-lock',
    '--no-audit',
  ];
  if (!existsSync(`${root}tests/mutation/node_modules`)) carryOut('npm', install);
  carryOut('node', ['tests/mutation/main.mjs', ...rest]);
} else {
  const firstOption = rest.findIndex((word) => word.startsWith('-'));
  const given = firstOption === -1 ? rest : rest.slice(0, firstOption);
  const names = given.length > 0 ? given : proof.usual;
  const files = names === undefined ? [proof.folder] : names.map((name) => `${proof.folder}${name}.`);
  const options = rest.slice(given.length);
  carryOut(
    'npx',
    ['vitest', 'run', '--config', 'tests/prove.config.ts', ...files, ...options],
    proof.variables,
  );
}
if (proof.update) carryOut('npx', ['vitest', 'run', proof.update, '--update']);
