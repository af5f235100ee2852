/**
 * The command or its configuration is wrong: exit status 2. The message says what was wrong and what was seen,
 * and, on a second line where it needs one, what to do. It never holds a key.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
