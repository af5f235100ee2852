import { env } from 'node:process';
import { defineConfig } from 'vitest/config';
import project from '../../vitest.config.ts';
import { families } from './families.ts';
import { mechanisms } from './mechanisms.ts';

const standIn = mechanisms.find(({ title }) => title === env['PETSTORE_MECHANISM']);
if (standIn === undefined) throw new Error('PETSTORE_MECHANISM must be the title of a mechanism.');

/** Runs the tests of servers while a stand-in replaces one function. The page `mechanisms` starts it. */
export default defineConfig({
  ...project,
  plugins: [
    {
      name: 'stand-in',
      enforce: 'pre',
      transform(code, id) {
        if (!id.endsWith(`/${standIn.file}`)) return null;
        if (!new RegExp(`\\bfunction ${standIn.name}\\b`).test(code))
          throw new Error(`${standIn.file} has no function ${standIn.name}.`);
        // A function declaration may be assigned to, so callers inside and outside of the module get the stand-in.
        return `${code}\n// @ts-ignore\n${standIn.name} = ${standIn.standIn};\n`;
      },
    },
  ],
  test: {
    ...project.test,
    include: standIn.families.flatMap((family) => families[family]),
    passWithNoTests: false,
  },
});
