import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compilations, compile } from './compilers.ts';
import type { findNode } from './nodes.ts';
import { createProject, type Project } from './project.ts';
import type { Step } from './walk.ts';

/** The test steps for an installed package. */
export interface Walk {
  readonly nodes: readonly Awaited<ReturnType<typeof findNode>>[];
  readonly steps: readonly Step[];
  /** Additional packages to install. */
  readonly installed?: readonly string[];
  /** Adds tests that run concurrently with the steps. */
  readonly more?: (project: Project) => void;
}

/** Packs the kit, installs it into an empty project, and tests each step on each Node.js. */
export async function expectInstalled({ nodes, steps, installed = [], more }: Walk): Promise<void> {
  const project = await createProject({ installed, linked: ['vitest', '@types/node'] });
  if ('missing' in project) {
    it.skip(`the package, installed from its tarball: ${project.missing}`);
    return;
  }
  describe('the package, installed from its tarball', { timeout: 120_000 }, () => {
    // The steps run the output of the compiler.
    beforeAll(async () => {
      expect(await compile(project, compilations[0], { trusting: false })).toBe('');
    });
    afterAll(project.remove);

    it('installs without a warning, with one copy of each package', () => {
      expect(project.warnings).toEqual([]);
      const folders = readdirSync(join(project.folder, 'node_modules'), {
        recursive: true,
        encoding: 'utf8',
      });
      const copies = folders.filter((folder) => /(?:^|\/)(?:undici|ajv|yaml)\/package\.json$/.test(folder));
      expect(copies.sort()).toEqual(['ajv/package.json', 'undici/package.json', 'yaml/package.json']);
    });

    describe.concurrent('works', () => {
      for (const node of nodes)
        if ('missing' in node) it.skip(node.missing);
        else
          for (const { title, go } of steps)
            it(`on Node ${node.version}: ${title}`, () => go({ project, node }));
      more?.(project);
    });
  });
}
