import type fc from 'fast-check';
import type { RefusalId } from './classify.ts';
import type { Draft } from './draft.ts';

/** fast-check, handed in: it is loaded only when payloads are drawn. */
export type FastCheck = typeof fc;

/** Bodies that break one sentence in the same way. */
export interface FaultClass {
  readonly id: string;
  readonly requirement: RefusalId;
  /** The one thing that is wrong with every instance, as reports name it: "name is a number". */
  readonly fault: string;
  /** The valid body that every instance departs from in that one thing. */
  readonly twin: string;
  /** What it means that an instance was accepted. */
  readonly accepted: string;
  /** True where there is but one such body. */
  readonly single?: true;
  /** True where its instances differ in white space alone, so that a second one shows hardly more than the first. */
  readonly alike?: true;
  /** True where the ledger does not name it: such classes come after the others and take turns by the seed. */
  readonly rotates?: true;
  readonly arbitrary: fc.Arbitrary<Draft>;
  /** The smallest instances, smallest first: a failure is shrunk by trying these before anything else. */
  readonly smallest: readonly Draft[];
  /** Sent before any other, the smallest unless given: what the ledger names, where that is larger. */
  readonly first?: Draft;
}

/** The classes of one requirement, the likeliest to be accepted first. */
export type Classes = (fc: FastCheck) => readonly FaultClass[];
