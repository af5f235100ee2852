import type { Requirement } from '../spec/requirement.ts';
import type { Suite } from './suite.ts';

/** Requirements that a user added to those of the ledger, with all that judges them; read and found right. */
export interface AddedChecks {
  /** What messages call the place they come from: a path, or the name of an option. */
  readonly from: string;
  /** The file, where they come from one, as the user named it. */
  readonly file?: string;
  readonly requirements: readonly Requirement[];
  /** Its title is the section under which reports show the requirements. */
  readonly suite: Suite;
}
