/**
 * A file for `--check`, or a value for `checks`, is not as it has to be. The message names the file, the place in it,
 * what was seen and, on a second line where it needs one, what to do.
 */
export class BadChecks extends Error {
  override readonly name = 'BadChecks';
}
