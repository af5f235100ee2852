import type fc from 'fast-check';
import type { RefusalId } from './classify.ts';
import { type Layout, layouts } from './layout.ts';

/**
 * A body before it is sent. If the fault allows, it contains `markPlace`, which the mark of a run replaces. Both have the
 * same length, so that drafts are the same in every run.
 */
export interface Draft {
  /** The fault with its value: "name is [\"text\"]". */
  readonly label: string;
  readonly text: string;
  /** The characters of `text` are bytes; otherwise it is encoded as UTF-8. */
  readonly bytes?: true;
}

/** As long as a name of `createNames`. */
export const markPlace = 'markmarkmarkma';

/** Returns the bytes to send, with the mark filled in. */
export function render({ text, bytes }: Draft, mark: string): Uint8Array {
  return Buffer.from(text.replaceAll(markPlace, mark), bytes ? 'latin1' : 'utf8');
}

/** Checks whether a draft contains the mark. */
export function isMarked({ text }: Draft): boolean {
  return text.includes(markPlace);
}

/** Returns the size in bytes. */
export function sizeOf(draft: Draft): number {
  return Buffer.byteLength(draft.text, draft.bytes ? 'latin1' : 'utf8');
}

/** fast-check as a parameter: it is loaded only when payloads are generated. */
export type FastCheck = typeof fc;

/** When a standard run sends a class: always, or in turns that the seed selects. */
export type Turn = 'required' | 'always' | 'in turns';

/** Bodies that violate a requirement in the same way. */
export interface FaultClass {
  readonly id: string;
  /** `invalid.either` for a body that may be accepted or refused. */
  readonly requirement: RefusalId | 'invalid.either';
  /** The row of the budget that it counts toward (`budget.ts`). */
  readonly group: Group;
  readonly turn: Turn;
  /** The fault of every instance, as shown in reports: "name is an integer". */
  readonly fault: string;
  /** The valid body without the fault. */
  readonly control: string;
  /** The impact of accepting an instance. */
  readonly accepted: string;
  /** The fault has a single value, so a second instance adds little. */
  readonly alike: boolean;
  /** Generates whole bodies: the fault, the valid rest, and how they are written. */
  readonly arbitrary: fc.Arbitrary<Draft>;
}

/** The rows of the budget of invalid bodies. */
export type Group =
  | 'name missing'
  | 'name type'
  | 'description type'
  | 'body type'
  | 'malformed'
  | 'not UTF-8'
  | 'empty'
  | 'others';

/** A class of a family with the same requirement: its values are those of the fault. */
export interface ClassSpec<Value> extends Pick<FaultClass, 'id' | 'fault'> {
  readonly values: fc.Arbitrary<Value>;
  /** Set if there is a single value. */
  readonly alike?: true;
  readonly turn?: Turn;
  /** Unlike that of the family. */
  readonly group?: Group;
}

/** What the classes of a requirement share. */
interface Family<Value> extends Pick<FaultClass, 'requirement' | 'group' | 'control' | 'accepted'> {
  readonly write: (value: Value, layout: Layout, fault: string) => Draft;
}

/** Creates the classes of a requirement. Bodies shrink in the order layout, value. */
export function classesOf<Value>(
  fc: FastCheck,
  { write, ...family }: Family<Value>,
  specs: readonly ClassSpec<Value>[],
): FaultClass[] {
  return specs.map(({ values, alike = false, turn = 'required', group = family.group, id, fault }) => ({
    ...family,
    id,
    fault,
    group,
    turn,
    alike,
    arbitrary: fc.tuple(layouts(fc), values).map(([layout, value]) => write(value, layout, fault)),
  }));
}

/** Shortens a value for a label. */
export function shown(value: string): string {
  return value.length <= 40 ? value : `${value.slice(0, 36)}… (${value.length} characters)`;
}
