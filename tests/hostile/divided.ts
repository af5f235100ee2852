import { execFileSync } from 'node:child_process';
import { divideByCommit, shareOf } from '../support/tiers.ts';
import { behaviours } from './behaviours.ts';

/** The quick tier takes one of so many shares. */
export const shares = 8;

/** The commit that is checked out; empty outside a repository. */
export const commit = ((): string => {
  try {
    const options = { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync('git', ['rev-parse', 'HEAD'], options).trim();
  } catch {
    return '';
  }
})();

/** The number of the share that the quick tier takes, from 1. */
export const share = shareOf(commit, shares) + 1;

export const dividedBehaviours = divideByCommit(behaviours, shares, commit);
