import type fc from 'fast-check';
import type { BodySchema } from '../json/body-schema.ts';
import type { Operation } from '../spec/operations.ts';
import type { Framing } from './framing.ts';

/**
 * A body before it is sent. If the fault allows it, the body contains `markPlace`, which is replaced by the mark of a run.
 * The mark has the same length, so that drafts are the same in every run.
 */
export interface Draft {
  /** The fault with its value: "name is [\"text\"]". */
  readonly label: string;
  readonly text: string;
  /** Set if the characters of `text` are bytes; otherwise, the text is encoded as UTF-8. */
  readonly bytes?: true;
}

/** A placeholder for the mark, as long as a name of `createNames`. */
export const markPlace = 'markmarkmarkma';

/** Returns the bytes to send, with the mark filled in. */
export function renderDraft({ text, bytes }: Draft, mark: string): Uint8Array {
  return Buffer.from(text.replaceAll(markPlace, mark), bytes ? 'latin1' : 'utf8');
}

/** Checks whether a draft contains the mark. */
export function isMarked({ text }: Draft): boolean {
  return text.includes(markPlace);
}

/** Returns the size of a draft in bytes. */
export function sizeOf(draft: Draft): number {
  return Buffer.byteLength(draft.text, draft.bytes ? 'latin1' : 'utf8');
}

/**
 * The type of fast-check. Functions get fast-check as a parameter, because it is loaded only when payloads are generated.
 */
export type FastCheck = typeof fc;

/** When a standard run sends a class: always, or only in its turns, which the seed decides. */
export type Turn = 'required' | 'always' | 'in turns';

/** The invalid bodies of an operation that a custom check adds. */
export interface AddedBodies {
  readonly operation: Operation;
  readonly schema: BodySchema;
  /** The requirement for each member. `*` covers all other members, and the body as a whole. */
  readonly requirements: Readonly<Record<string, string>>;
}

/** Bodies that violate a requirement in the same way. */
export interface FaultClass {
  readonly id: string;
  readonly requirement: string;
  /** True if the specification leaves open whether these bodies are valid, so that a server may create a category. */
  readonly unstated: boolean;
  /** The budget group toward which the class counts (`budget.ts`). */
  readonly group: Group;
  readonly turn: Turn;
  /** The fault of every instance, as shown in reports: "name is an integer". */
  readonly fault: string;
  /** The valid body without the fault. */
  readonly control: string;
  /** The impact of accepting an instance. */
  readonly accepted: string;
  /**
   * Whether the class is one of the most telling kinds, such as null and 0. Once those have been judged, the other kinds are
   * not worth another window.
   */
  readonly isTelling: boolean;
  /** Set for a class of a custom check. */
  readonly added?: AddedBodies;
  /** How a body of the class states its length, if that is part of the fault. */
  readonly framing?: Framing | undefined;
  /**
   * Generates whole bodies of each family of values: the fault, the valid rest, and how they are written. The families take
   * turns. Bodies shrink to the first family first.
   */
  readonly families: readonly fc.Arbitrary<Draft>[];
}

/** The groups of the budget for invalid bodies. */
export type Group =
  | 'name missing'
  | 'name type'
  | 'description type'
  | 'body type'
  | 'malformed'
  | 'not UTF-8'
  | 'empty'
  | 'null description'
  | 'others';
