import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { main } from '../../src/cli/main.ts';
import { createSecrecy } from '../../src/cli/secrecy.ts';
import type { CommandEnd, Commanding } from './trial.ts';

/** The command without a process of its own, for the many behaviours that need none. */
export const inProcess: Commanding<CommandEnd> = async (args, env) => {
  const texts = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof texts) => ({
    write(text: string) {
      texts[name] += text;
      return true;
    },
  });
  const status = await main(args, {
    env,
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    readFile: (path) => readFileSync(path),
    randomSeed: () => randomInt(2 ** 31),
    ...createSecrecy(),
  });
  return { status, ...texts };
};
