import { tmpdir } from 'node:os';
import { main } from '../../src/cli/main.ts';
import { createSecrecy } from '../../src/cli/secrecy.ts';
import { readCapped } from '../../src/options/read-file.ts';
import { drawSeed } from '../../src/options/seed.ts';
import type { Circumstances, Ended } from './command.ts';

/** The folder of a process is one for all that it does, so commands that name one go one after the other. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Carries a command out in the process of the tests, with its own folder, variables and output: for the many that
 * show what a command says. What only a process has (its end, signals, pipes) is shown by `command` and `start`.
 */
export function carryOut(
  args: readonly string[],
  { env = {}, cwd = tmpdir() }: Omit<Circumstances, 'nodeArgs'> = {},
): Promise<Ended> {
  const next = last.then(async () => {
    const before = process.cwd();
    process.chdir(cwd);
    try {
      return await carryOutHere(args, env);
    } finally {
      process.chdir(before);
    }
  });
  last = next.catch(() => {});
  return next;
}

/** The same in the folder where the tests run, side by side with others. */
export async function carryOutHere(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const texts = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof texts) => ({
    write(text: string) {
      texts[name] += text;
      return true;
    },
  });
  const secrecy = createSecrecy();
  secrecy.keepSecret(env['PETSTORE_API_KEY'] ?? '');
  const status = await main(args, {
    env,
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    readFile: readCapped,
    randomSeed: drawSeed,
    ...secrecy,
  });
  return { status, ...texts };
}
