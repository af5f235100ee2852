import { join } from 'node:path';
import { serve } from './serve.ts';
import { type Prepared, prepared, step } from './toolchain.ts';

/** A stack that an interpreter runs with system packages. */
export interface Script {
  readonly interpreter: string;
  /** The arguments that load the script's dependencies and print one version per line. */
  readonly versions: readonly string[];
  /** The name of the script. */
  readonly file: string;
  /** The arguments of the script for a port. */
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
