/** A server that somebody wrote from the specification alone, and what the kit must report about it. */
export interface Stranger {
  /** Its file in `servers/`; the extension decides how it is started. */
  readonly file: string;
  /** What is unusual about a legal server, or the mistake of a defect, as one sentence. */
  readonly about: string;
  /** The required requirements that must fail, all of them. None: the server is legal. */
  readonly fails: readonly string[];
  /** Advisory requirements that may warn; all others must not. */
  readonly mayWarn: readonly string[];
  /** Length of its rate-limit window in milliseconds of real time; passed as `WINDOW_MS`. */
  readonly windowMs: number;
  /** Requests allowed per window, where it is not 60; passed as `LIMIT`. */
  readonly limit?: number;
  /** Other environment variables that it reads. */
  readonly env?: Readonly<Record<string, string>>;
}

export const strangers: readonly Stranger[] = [
  {
    file: 'fixed-window.mjs',
    about: 'One window for every request, 401s included; descriptions that were not sent are left out.',
    fails: [],
    mayWarn: [],
    windowMs: 6_000,
  },
  {
    file: 'name-made-text.py',
    about: 'The name is passed through str() instead of being validated.',
    fails: ['invalid.name-type'],
    mayWarn: [],
    windowMs: 6_000,
  },
];
