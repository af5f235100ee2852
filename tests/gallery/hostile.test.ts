import { longestMs } from '../hostile/in-child.ts';
import { commit } from '../support/commit.ts';
import { expectRows } from './expect-rows.ts';
import { hostile, share, shares } from './rows/hostile.ts';

console.info(`Light hostile targets: share ${share} of ${shares} (commit ${commit || 'unknown'})`);

expectRows(hostile, { concurrent: true, timeout: longestMs });
