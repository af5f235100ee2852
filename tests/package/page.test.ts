import { expect, it } from 'vitest';
import { page } from '../docs/markdown.ts';
import { supportedNodes } from './nodes.ts';
import { adapterStep, firstSteps, furtherSteps } from './walk.ts';

const rows = page('docs/nodes.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.slice(2, -2).split(' | '));

it('docs/nodes.md has every supported Node.js and every step', () => {
  const [head = []] = rows;
  expect(head.slice(1).map((version) => Number(/^v(\d+)\./.exec(version)?.[1]))).toEqual([...supportedNodes]);
  for (const { title } of [...firstSteps, ...furtherSteps])
    expect(rows).toContainEqual([title, ...supportedNodes.map(() => 'works')]);
  const adapter = rows.filter(([title]) => title?.startsWith(adapterStep.title));
  expect(adapter.map(([title]) => /Vitest (\d)/.exec(title ?? '')?.[1])).toEqual(['4', '5']);
});
