import type { ProgressStream } from '../report/live-line.ts';

/** Everything of the process that a command looks at; tests hand in their own. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where questions are answered; absent where nobody can. */
  readonly stdin?: NodeJS.ReadStream;
  readonly stdout: ProgressStream;
  readonly stderr: ProgressStream;
  /** The bytes of a file, if there are no more than `most`; throws the error of the file system. */
  readonly readFile: (path: string, most?: number) => Uint8Array;
  readonly randomSeed: () => number;
  /** Names a text that must not stand in any message from now on. */
  readonly keepSecret: (key: string) => void;
  /** Takes what was named so out of a text. */
  readonly redact: (text: string) => string;
}
