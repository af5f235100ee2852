// @module-tag extended
import { expect, it } from 'vitest';
import { compilations, compile } from '../compilers.ts';
import { expectInstalled } from '../expect-installed.ts';
import { findNode, otherNodes, runningNode } from '../nodes.ts';
import { adapterStep, firstSteps, furtherSteps } from '../walk.ts';

await expectInstalled({
  nodes: await Promise.all(otherNodes.map(findNode)),
  steps: [...firstSteps, adapterStep],
  installed: ['typescript@~5.9.0'],
  more(project) {
    for (const { title, go } of [...firstSteps, ...furtherSteps, adapterStep])
      it(`on Node ${runningNode.version}: ${title}`, () => go({ project, node: runningNode }));
    // Checking everything would be slow. `npm run prove -- nodes` runs all compilers with both resolutions.
    const [, older] = compilations;
    it(`has types for ${older.compiler}, ${older.moduleResolution}`, async () => {
      expect(await compile(project, older, { trusting: true, into: 'out-older' })).toBe('');
    });
  },
});
