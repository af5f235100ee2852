import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compilations, compile } from './compilers.ts';
import type { findNode } from './nodes.ts';
import { createProject, type Project } from './project.ts';
import type { Step } from './walk.ts';

/** What an installed package goes through. */
export interface Walk {
  readonly nodes: readonly Awaited<ReturnType<typeof findNode>>[];
  readonly steps: readonly Step[];
  /** Packages that are installed with it. */
  readonly installed?: readonly string[];
  /** Adds tests that run concurrently with the steps. */
  readonly more?: (project: Project) => void;
}

/** Packs the kit, installs it in an empty project, and tests each step on each Node.js. */
export async function expectInstalled({ nodes, steps, installed = [], more }: Walk): Promise<void> {
  const project = await createProject({ installed, lent: ['vitest', '@types/node'] });
  if ('missing' in project) {
    it.skip(`the package, installed from its tarball: ${project.missing}`);
    return;
  }
  describe('the package, installed from its tarball', { timeout: 120_000 }, () => {
    // It must have types for the newer compiler, and what that writes is run by the steps.
    beforeAll(async () => {
      expect(await compile(project, compilations[0], { trusting: false })).toBe('');
    });
    afterAll(project.remove);

    describe.concurrent('is used', () => {
      for (const node of nodes)
        if ('missing' in node) it.skip(node.missing);
        else
          for (const { title, go } of steps)
            it(`on Node ${node.version}: ${title}`, () => go({ project, node }));
      more?.(project);
    });
  });
}
