import { commit } from '../support/commit.ts';
import { divide, divideByCommit, shareOf } from '../support/tiers.ts';
import { behaviors } from './behaviors.ts';

/** The quick tier runs one of this many shares of the light targets. */
export const shares = 32;

/** The number of the share in the quick tier, from 1. */
export const share = shareOf(commit, shares) + 1;

const light = behaviors.filter(({ heavy = false }) => !heavy);
const { quick } = divideByCommit(light, shares, commit);

/** The heavy targets, each in its own process, are in the extended tier. */
export const behaviorShards = divide(behaviors, (behavior) => quick.includes(behavior));
