import { expect, it } from 'vitest';
import { commit } from '../support/commit.ts';
import { behaviors } from './behaviors.ts';
import { expectResults } from './expect-results.ts';
import { behaviorShards, share, shares } from './shards.ts';

const count = behaviorShards.quick.length;
console.info(
  `Light hostile targets: share ${share} of ${shares}, ${count} targets (commit ${commit || 'unknown'})`,
);

expectResults('quick');

it('each hostile target has an id of its own', () => {
  expect(new Set(behaviors.map(({ id }) => id)).size).toBe(behaviors.length);
});
