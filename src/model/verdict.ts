/** The verdict of one requirement. */
export type Verdict =
  | 'pass'
  | 'fail'
  | 'warn'
  | 'observed'
  | 'not exercised'
  | 'not asked'
  | 'waived'
  | 'flaky'
  | 'excluded';

/** How the run as a whole ended, in words; `exitStatus` says the same as a number. */
export type Outcome =
  | 'conforms'
  /** Every violation was known before, by the baseline that was given. */
  | 'nothing new'
  | 'does not conform'
  /** Nothing unwaived is broken, and a waiver is expired, or waives what is mended. */
  | 'waivers out of date'
  | 'wrong command or configuration'
  | 'could not be tested'
  | 'interrupted';
