import { expect, it } from 'vitest';
import { page } from '../docs/markdown.ts';
import { measuredInPage } from '../docs/measured-page.ts';
import { expectWritten } from '../docs/written.ts';
import { supportedNodes } from './nodes.ts';
import { nodesMeasuredIn, nodesPage } from './nodes-document.ts';
import { firstSteps, furtherSteps } from './walk.ts';

const measured = nodesMeasuredIn(page('docs/nodes.md'));

it('docs/nodes.md is written by `npm run nodes`', async () => {
  await expectWritten({ 'nodes.md': nodesPage(measured, measuredInPage('docs/nodes.md')) });
});

it('docs/nodes.md has each supported Node.js, and each step works on it', () => {
  const { versions, steps, adapter } = measured;
  expect(versions.map((version) => Number(/^v(\d+)\./.exec(version)?.[1]))).toEqual([...supportedNodes]);
  expect(steps).toEqual([...firstSteps, ...furtherSteps].map(() => supportedNodes.map(() => 'works')));
  expect(adapter.map(({ vitest }) => vitest.split('.')[0])).toEqual(['4', '5']);
});
