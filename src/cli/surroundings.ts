import type { Files } from '../config/read-file.ts';
import type { Output } from '../report/output.ts';

/** Everything of the process that a command looks at; tests hand in their own. */
export interface Surroundings extends Files {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where questions are answered; absent where nobody can. */
  readonly stdin?: NodeJS.ReadStream;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly randomSeed: () => number;
  /** Names a text that must not stand in any message from now on. */
  readonly keepSecret: (key: string) => void;
  /** Takes what was named so out of a text. */
  readonly redact: (text: string) => string;
}
