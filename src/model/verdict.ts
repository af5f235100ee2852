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
  | 'does not conform'
  | 'wrong command or configuration'
  | 'could not be tested'
  | 'interrupted';
