import { commit } from '../support/commit.ts';
import { divideByCommit, shareOf } from '../support/tiers.ts';
import { behaviors } from './behaviors.ts';

/** The quick tier runs one of this many shares. */
export const shares = 16;

/** The number of the share in the quick tier, from 1. */
export const share = shareOf(commit, shares) + 1;

export const behaviorShards = divideByCommit(behaviors, shares, commit);
