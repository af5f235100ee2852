import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from './serve.ts';
import { type Prepared, prepared, step } from './toolchain.ts';

/**
 * Builds a Python stack: a virtual environment in `folder` with the versions in its requirements.txt.
 * @param args the arguments of the interpreter for a port
 */
export function preparePython(
  source: string,
  folder: string,
  args: (port: number) => readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Prepared> {
  return prepared(async () => {
    const python = await step('python3', ['--version']);
    const environment = join(folder, 'venv');
    await step('python3', ['-m', 'venv', environment]);
    const interpreter = join(environment, 'bin', 'python');
    const requirements = join(source, 'requirements.txt');
    await step(interpreter, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements]);
    const pinned = readFileSync(requirements, 'utf8').trim().split('\n');
    return {
      kind: 'ready',
      // -B: write nothing next to the sources.
      start: (options) =>
        serve({ file: interpreter, args: (port) => ['-B', ...args(port)], cwd: source, env }, options),
      versions: [...pinned.map((line) => line.replace('==', ' ')), python],
    };
  });
}
