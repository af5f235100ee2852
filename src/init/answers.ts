import type { Plan } from '../spec/plans.ts';

/** What the files are made from. */
export interface Answers {
  /** The name and the address of the service that is tested every night. */
  readonly target: string;
  readonly baseUrl: string;
  readonly plan?: Plan;
  /** The variable, and the secret of the pipeline, that holds its key. */
  readonly keyVariable: string;
  /** How the service is started in a pipeline, for the gate; without it no gate is written. */
  readonly start?: string;
  /** Where it listens then. */
  readonly localUrl: string;
  /** What is put before a command: `npx petstore-conformance`, and which version. */
  readonly version: string;
}

/** A file that `init` writes: its path from the folder where it is called, and its text. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}
