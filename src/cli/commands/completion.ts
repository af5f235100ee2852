import { oneOf } from '../../options/one-of.ts';
import { escapedAlready } from '../../report/escape.ts';
import { scripts } from '../completion/scripts.ts';
import type { Flags } from '../option-values.ts';
import type { Surroundings } from '../surroundings.ts';
import { shells } from '../word-sets.ts';

/** `completion SHELL`: prints what the shell has to read, so that Tab completes the command. */
export function completion(flags: Flags, { stdout }: Surroundings): number {
  const shell = oneOf({ text: String(flags['shell']), from: 'completion', byFlag: true }, shells);
  stdout.write(escapedAlready(scripts[shell]));
  return 0;
}
