import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from './serve.ts';
import { type Prepared, prepared, step } from './toolchain.ts';

/** Builds a Rust stack into `folder`, with the versions in its Cargo.lock. */
export function prepareCargo(source: string, folder: string, shown: readonly string[]): Promise<Prepared> {
  return prepared(async () => {
    const rust = await step('rustc', ['--version']);
    const target = join(folder, 'target');
    await step('cargo', ['build', '--quiet', '--locked', '--target-dir', target], source);
    const lock = readFileSync(join(source, 'Cargo.lock'), 'utf8');
    return {
      kind: 'ready',
      start: (options) =>
        serve({ file: join(target, 'debug', 'petstore'), args: () => [], cwd: folder }, options),
      versions: [
        ...shown.map((name) => `${name} ${new RegExp(`name = "${name}"\nversion = "(.*)"`).exec(lock)?.[1]}`),
        rust.replace(/rustc (\S+).*/, 'Rust $1'),
      ],
    };
  });
}
