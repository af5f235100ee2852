import { tmpdir } from 'node:os';
import { main } from '../../src/cli/main.ts';
import { createSecrecy } from '../../src/cli/surroundings.ts';
import { readCapped } from '../../src/config/files.ts';
import { generateSeed } from '../../src/config/values.ts';
import { type Circumstances, type Ended, mainAsBuilt } from './command.ts';

/** What a command in this process can be given; at a terminal, both of its streams are one of 80 columns. */
export type Surroundings = Omit<Circumstances, 'nodeArgs'> & { readonly atTerminal?: boolean };

/** The folder of a process is one for all that it does, so commands that name one go one after the other. */
let last: Promise<unknown> = Promise.resolve();

function inFolder<Result>(cwd: string, work: () => Promise<Result>): Promise<Result> {
  const next = last.then(async () => {
    const before = process.cwd();
    process.chdir(cwd);
    try {
      return await work();
    } finally {
      process.chdir(before);
    }
  });
  last = next.catch(() => {});
  return next;
}

/**
 * Carries a command out in the process of the tests, with its own folder, variables and output: for the many that
 * show what a command says. What only a process has (its end, signals, pipes) is shown by `command` and `start`.
 */
export function carryOut(args: readonly string[], surroundings: Surroundings = {}): Promise<Ended> {
  return inFolder(surroundings.cwd ?? tmpdir(), () => carryOutBy(main, args, surroundings));
}

/** The same by the command as it was built, which shares what it imports with the modules of users that it loads. */
export function carryOutAsBuilt(args: readonly string[], surroundings: Surroundings = {}): Promise<Ended> {
  return inFolder(surroundings.cwd ?? tmpdir(), async () =>
    carryOutBy(await mainAsBuilt(), args, surroundings),
  );
}

/** The same in the folder where the tests run, side by side with others. */
export function carryOutHere(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  return carryOutBy(main, args, { env });
}

async function carryOutBy(
  carry: typeof main,
  args: readonly string[],
  { env = {}, atTerminal = false }: Surroundings,
): Promise<Ended> {
  const texts = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof texts) => ({
    ...(atTerminal ? { isTTY: true, columns: 80 } : {}),
    write(text: string) {
      texts[name] += text;
      return true;
    },
  });
  const secrecy = createSecrecy();
  secrecy.keepSecret(env['PETSTORE_API_KEY'] ?? '');
  const status = await carry(args, {
    env,
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    readFile: readCapped,
    randomSeed: generateSeed,
    ...secrecy,
  });
  return { status, ...texts };
}
