import { env } from 'node:process';
import { defineConfig, type Plugin } from 'vitest/config';
import { shared } from '../vitest.config.ts';
import { families } from './necessity/families.ts';
import type { Mechanism } from './necessity/mechanism.ts';
import { mechanisms } from './necessity/mechanisms.ts';

/** The folders whose quick tests are unit tests of the mutated code, except for tests that run the built command. */
const units = [
  'checks',
  'engine',
  'exchange',
  'json',
  'law',
  'limiters',
  'payloads',
  'readings',
  'spec',
  'suites',
];

/** The tests that `npm run prove -- mutation` runs on each mutant: first servers, and then unit tests. */
const judges = {
  servers: {
    include: ['tests/mutation/servers.ts'],
    // The slowest test takes three seconds, and a test that hangs kills its mutant.
    testTimeout: 30_000,
  },
  units: {
    include: units.map((folder) => `tests/${folder}/**/*.test.ts`),
    testTimeout: shared.test.testTimeout,
    exclude: ['**/extended/**', 'tests/checks/{command,ends,planted}.test.ts'],
    setupFiles: ['tests/mutation/skip-extended.ts'],
  },
};

/** Replaces a function of the kit. A function declaration can be reassigned, so all callers get the stand-in. */
function standIn({ file, name, standIn }: Mechanism): Plugin {
  return {
    name: 'stand-in',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith(`/${file}`)) return null;
      if (!new RegExp(`\\bfunction ${name}\\b`).test(code))
        throw new Error(`${file} has no function ${name}.`);
      return `${code}\n// @ts-ignore\n${name} = ${standIn};\n`;
    },
  };
}

const mechanism = mechanisms.find(({ title }) => title === env['PETSTORE_MECHANISM']);
const judge = env['PETSTORE_MUTANTS'] === 'units' ? judges.units : judges.servers;

/** The measurements of `npm run prove`, and the tests that they repeat with changed code. */
export default defineConfig({
  ...shared,
  plugins: mechanism === undefined ? [] : [standIn(mechanism)],
  test: {
    ...shared.test,
    testTimeout: 7_200_000,
    maxConcurrency: 6,
    // One of these files mocks a module that other files load.
    isolate: true,
    disableConsoleIntercept: true,
    include: ['tests/**/*.prove.ts'],
    ...(mechanism === undefined
      ? {}
      : {
          testTimeout: shared.test.testTimeout,
          include: mechanism.families.flatMap((family) => families[family]),
        }),
    ...(env['PETSTORE_MUTANTS'] === undefined ? {} : judge),
  },
});
