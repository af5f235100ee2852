import { commit } from '../../support/commit.ts';
import { divideByCommit } from '../../support/tiers.ts';
import { expectStrangers } from '../expect-strangers.ts';
import { strangers } from '../table.ts';

/** `npm run strangers` takes all of them: they run in real time. */
const share = divideByCommit(strangers, 8, commit).quick;
console.info(
  `Servers that strangers wrote: ${share.length} of ${strangers.length} (commit ${commit || 'unknown'})`,
);

expectStrangers(share);
