import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from './serve.ts';
import { type Prepared, prepared, step } from './toolchain.ts';

/**
 * Builds a Go stack into `folder`, with the versions in its go.mod and go.sum. Returns the versions of the modules in
 * `shown`.
 */
export function prepareGo(source: string, folder: string, shown: readonly string[]): Promise<Prepared> {
  return prepared(async () => {
    const go = await step('go', ['env', 'GOVERSION']);
    const program = join(folder, 'petstore');
    await step('go', ['build', '-mod=readonly', '-o', program, '.'], source);
    const required = readFileSync(join(source, 'go.mod'), 'utf8').matchAll(
      new RegExp(`^\\t\\S*/(${shown.join('|')})\\S* v(\\S+)$`, 'gm'),
    );
    return {
      kind: 'ready',
      start: (options) => serve({ file: program, args: () => [], cwd: folder }, options),
      versions: [...[...required].map(([, name, version]) => `${name} ${version}`), go.replace('go', 'Go ')],
    };
  });
}
