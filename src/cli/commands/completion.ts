import yargs from 'yargs';
import { type Flags, oneOf } from '../../config/values.ts';
import { escapedAlready } from '../../report/escape.ts';
import { programName, shells } from '../command-options.ts';
import { completionFlag } from '../parser.ts';
import type { Surroundings } from '../surroundings.ts';

/** `completion SHELL`: prints the script of yargs by which the shell completes the command at the Tab key. */
export function completion(flags: Flags, { stdout }: Surroundings): number {
  const shell = oneOf({ text: String(flags['shell']), from: 'completion', byFlag: true }, shells);
  // Whatever the user's usual shell is: yargs goes by that when it is asked what can stand at the cursor.
  const asked = `${programName} ${completionFlag}`;
  const script = scriptFor(shell)
    .replaceAll(asked, `SHELL=${shell} ${asked}`)
    .replaceAll(`${programName} completion >>`, `${programName} completion ${shell} >>`);
  stdout.write(escapedAlready(`${script}\n`));
  return 0;
}

/** yargs writes the script of the shell that SHELL names, and has no other way to be told. */
function scriptFor(shell: (typeof shells)[number]): string {
  const { SHELL, ZSH_NAME } = process.env;
  let text = '';
  try {
    process.env['SHELL'] = shell;
    delete process.env['ZSH_NAME'];
    const parser = yargs().scriptName(programName);
    const take = (_error: unknown, _argv: unknown, output: string): void => {
      text = output;
    };
    void parser.completion('completion').parse(['completion'], {}, take);
  } finally {
    for (const [name, value] of Object.entries({ SHELL, ZSH_NAME }))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
  return text;
}
