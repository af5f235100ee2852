import type { Given } from './given.ts';
import { quoted } from './quoted.ts';
import { UsageError } from './usage-error.ts';

/** The error for a value that an option does not take: `wanted` says what it takes, `advice` what was perhaps meant. */
export function wrongValue(given: Given, wanted: string, advice = ''): UsageError {
  return new UsageError(`${given.from} takes ${wanted}, not ${quoted(given.text)}.${advice}`);
}
