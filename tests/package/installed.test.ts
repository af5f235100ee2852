import { afterAll, describe, expect, it } from 'vitest';
import { compilations, compile } from './compilers.ts';
import { findNode, otherNodes, runningNode } from './nodes.ts';
import { createProject, type Project } from './project.ts';
import { adapterStep, firstSteps, furtherSteps } from './walk.ts';

const [made, ...others] = await Promise.all([
  createProject({ installed: ['typescript@~5.9.0'], lent: ['vitest', '@types/node'] }),
  ...otherNodes.map(findNode),
]);

if ('missing' in made) it.skip(`the package, installed from its tarball: ${made.missing}`);
else
  describe('the package, installed from its tarball', { timeout: 120_000 }, () => {
    afterAll(made.remove);
    tryIt(made);
  });

function tryIt(project: Project): void {
  // `npm run nodes` takes all compilers in both ways.
  const [newer, older] = compilations;

  // What it writes is run by all that follows.
  it(`has types for ${newer.compiler}, ${newer.moduleResolution}`, async () => {
    expect(await compile(project, newer, { trusting: false })).toBe('');
  });

  describe.concurrent('is used', () => {
    for (const node of [runningNode, ...others])
      if ('missing' in node) it.skip(node.missing);
      else {
        const further = node === runningNode ? furtherSteps : [];
        for (const { title, go } of [...firstSteps, ...further, adapterStep])
          it(`on Node ${node.version}: ${title}`, () => go({ project, node }));
      }

    // It is slow, and trusts the types of packages.
    it(`has types for ${older.compiler}, ${older.moduleResolution}`, async () => {
      expect(await compile(project, older, { trusting: true, into: 'out-older' })).toBe('');
    });
  });
}
