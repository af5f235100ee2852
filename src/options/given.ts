/** A value as a text, and under which name the user gave it, for messages. */
export interface Given {
  readonly text: string;
  readonly from: string;
  /** Whether it was given for this run alone, and not by a variable or a file. */
  readonly byFlag: boolean;
}

/** Looks options up by their flags, without dashes: `max-requests`. All three throw a UsageError. */
export interface OptionValues {
  readonly text: (flag: string) => Given | undefined;
  readonly list: (flag: string) => readonly Given[];
  readonly on: (flag: string) => boolean;
  /** What the user calls it: `--max-requests`, `options.maxRequests`. */
  readonly named: (flag: string) => string;
}

/** The name of an option in a configuration file and in the library: `maxRequests` for `--max-requests`. */
export function fieldOf(flag: string): string {
  return flag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Reads a value where there is one. */
export function read<Result>(given: Given | undefined, how: (given: Given) => Result): Result | undefined {
  return given === undefined ? undefined : how(given);
}
