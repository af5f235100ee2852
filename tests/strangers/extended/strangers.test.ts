// @module-tag extended
import { commit } from '../../support/commit.ts';
import { divideByCommit } from '../../support/tiers.ts';
import { expectStrangers } from '../expect-strangers.ts';
import { strangers } from '../table.ts';

/** `npm run strangers` runs all of them, in real time. */
const share = divideByCommit(strangers, 8, commit).quick;
console.info(
  `Servers written by strangers: ${share.length} of ${strangers.length} (commit ${commit || 'unknown'})`,
);

expectStrangers(share);
