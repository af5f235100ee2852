import { commit } from '../support/commit.ts';
import { dividedBehaviours, share, shares } from './divided.ts';
import { expectEnds, expectEndsInMemory } from './expect-ends.ts';

const count = dividedBehaviours.quick.length;
console.info(
  `Hostile targets: share ${share} of ${shares}, ${count} targets (commit ${commit || 'unknown'})`,
);

expectEnds('quick');
expectEndsInMemory('quick');
