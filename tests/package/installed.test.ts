import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { compilations, compile } from './compilers.ts';
import { findNode, otherNodes, runningNode } from './nodes.ts';
import { createProject, type Project } from './project.ts';
import { adapterStep, firstSteps, furtherSteps } from './walk.ts';

const others = await Promise.all(otherNodes.map(findNode));

describe('the package, installed from its tarball', { timeout: 120_000 }, () => {
  let made: Project | { readonly missing: string };

  beforeAll(async () => {
    made = await createProject({ installed: ['typescript@~5.9.0'], lent: ['vitest', '@types/node'] });
  }, 300_000);

  afterAll(async () => {
    if ('folder' in made) await made.remove();
  });

  const projectOf = ({ skip }: TestContext): Project => ('folder' in made ? made : skip(made.missing));

  // `npm run nodes` takes all compilers in both ways. Here the older one, which is slow, trusts the types of packages.
  for (const [how, trusting] of [
    [compilations[0], false],
    [compilations[1], true],
  ] as const)
    it(`has types for ${how.compiler}, ${how.moduleResolution}`, async (context) => {
      expect(await compile(projectOf(context), how, { trusting })).toBe('');
    });

  for (const node of [runningNode, ...others])
    if ('missing' in node) it.skip(node.missing);
    else
      describe(`on Node ${node.version}`, () => {
        const further = node === runningNode ? furtherSteps : [];
        for (const { title, go } of [...firstSteps, ...further, adapterStep])
          it.concurrent(title, (context) => go({ project: projectOf(context), node }));
      });
});
