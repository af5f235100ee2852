import { execFileSync } from 'node:child_process';

/** The hash of the checked-out commit; empty outside a repository. */
export const commit = ((): string => {
  try {
    const options = { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync('git', ['rev-parse', 'HEAD'], options).trim();
  } catch {
    return '';
  }
})();
