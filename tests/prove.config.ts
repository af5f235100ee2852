import { env } from 'node:process';
import { defineConfig, type Plugin } from 'vitest/config';
import { shared } from '../vitest.config.ts';
import { families } from './necessity/families.ts';
import type { Mechanism } from './necessity/mechanism.ts';
import { mechanisms } from './necessity/mechanisms.ts';

/** The folders whose quick tests are unit tests of the code that is mutated, without those that run the built command. */
const units = ['checks', 'engine', 'exchange', 'json', 'limiters', 'payloads', 'readings', 'spec', 'suites'];

/** What `npm run prove -- mutation` asks about each mutant: servers first, and then unit tests. */
const judges = {
  servers: {
    include: ['tests/mutation/servers.ts'],
    // The slowest takes three seconds, and one that hangs shows its mutant.
    testTimeout: 30_000,
  },
  units: {
    include: units.map((folder) => `tests/${folder}/**/*.test.ts`),
    testTimeout: shared.test.testTimeout,
    exclude: ['**/extended/**', 'tests/checks/{command,ends,planted}.test.ts'],
    setupFiles: ['tests/mutation/skip-extended.ts'],
  },
};

/** Replaces a function of the kit. A function declaration may be assigned to, so callers everywhere get the stand-in. */
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
    // One of them mocks a module that others load.
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
