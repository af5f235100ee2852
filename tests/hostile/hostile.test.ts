import { commit } from '../support/commit.ts';
import { expectResults } from './expect-results.ts';
import { behaviorShards, share, shares } from './shards.ts';

const count = behaviorShards.quick.length;
console.info(
  `Light hostile targets: share ${share} of ${shares}, ${count} targets (commit ${commit || 'unknown'})`,
);

expectResults('quick');
