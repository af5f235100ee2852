/** `npm run write -- WHAT` writes files that tests compare with the code, after an intended change. */
import { argv, exit } from 'node:process';
import { carryOut } from './carry-out.mjs';

const update = (...files) => ['npx', 'vitest', 'run', ...files, '--update'];

const commands = {
  /** The public interface in tests/api/interface. */
  api: [
    ['npm', 'run', 'build'],
    ['node', 'scripts/api-report.mjs', '--write'],
  ],
  /** The tables about options, removed names and reasons in docs/reference. */
  options: [update('tests/docs/options.test.ts')],
  /** The pictures in docs/pictures, from real runs, in a browser. */
  pictures: [['npx', 'vitest', 'run', '--config', 'tests/prove.config.ts', 'tests/page/pictures.']],
  /** docs/reference/requirements.md. */
  requirements: [update('tests/spec/page.test.ts')],
  /** The version in all places that state it. npm runs this command after it has raised the version in package.json. */
  version: [update('tests/package/version.test.ts')],
};

const [what = ''] = argv.slice(2);
if (!Object.hasOwn(commands, what)) {
  console.error(`Usage: npm run write -- WHAT, where WHAT is one of ${Object.keys(commands).join(', ')}.`);
  exit(2);
}
for (const [command, ...args] of commands[what]) carryOut(command, args);
