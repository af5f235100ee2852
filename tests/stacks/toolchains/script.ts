import { join } from 'node:path';
import { serve } from './serve.ts';
import { type Prepared, prepared, step } from './toolchain.ts';

/** A stack that an interpreter runs with what the packages of the system provide. */
export interface Script {
  readonly interpreter: string;
  /** Arguments that load what the script needs and print a version a line. */
  readonly versions: readonly string[];
  /** File name of the script. */
  readonly file: string;
  /** What follows the script, given the port. */
  readonly args?: (port: number) => readonly string[];
}

/** Prepares a stack that is one script, which runs in `folder`; nothing is built. */
export function prepareScript(
  { interpreter, versions, file, args = () => [] }: Script,
  source: string,
  folder: string,
): Promise<Prepared> {
  return prepared(async () => ({
    kind: 'ready',
    versions: (await step(interpreter, versions)).split('\n'),
    start: (options) =>
      serve({ file: interpreter, args: (port) => [join(source, file), ...args(port)], cwd: folder }, options),
  }));
}
