import type fc from 'fast-check';
import { type Families, oneOfFamily } from './draws.ts';
import type { Draft, FastCheck, FaultClass, Group, Turn } from './fault-class.ts';
import { framingOf } from './framing.ts';
import { type Layout, layouts, type Member } from './layout.ts';

/** One class of a requirement. `values` generates the wrong part of its bodies. */
export interface ClassSpec<Value> extends Pick<FaultClass, 'id' | 'fault'> {
  readonly values: Families<Value>;
  readonly turn?: Turn;
  /** The group of the class, if it differs from that of the other classes of the requirement. */
  readonly group?: Group;
}

/** Describes a class. */
export function kind<Value>(id: string, fault: string, values: Families<Value>): ClassSpec<Value> {
  return { id, fault, values };
}

/** Describes classes that not every run must send. */
export function rarely<Value>(turn: Turn, ...kinds: readonly ClassSpec<Value>[]): ClassSpec<Value>[] {
  return kinds.map((one) => ({ ...one, turn }));
}

/** What the classes of a requirement share. */
interface Shared<Value> extends Pick<FaultClass, 'requirement' | 'group' | 'control' | 'accepted'> {
  readonly unstated?: true;
  /**
   * Generates the valid members next to the value. They stay when the value shrinks to a different family, because they may hold
   * the only mark.
   */
  readonly rest?: fc.Arbitrary<readonly Member[]>;
  readonly write: (value: Value, layout: Layout, fault: string, rest: readonly Member[]) => Draft;
}

/** Creates the classes of a requirement. Bodies shrink in the order layout, value, rest. */
export function classesOf<Value>(
  fc: FastCheck,
  { write, unstated, rest = fc.constant([]), ...shared }: Shared<Value>,
  specs: readonly ClassSpec<Value>[],
): FaultClass[] {
  return specs.map(({ values, turn = 'required', group = shared.group, id, fault }) => ({
    ...shared,
    unstated: unstated === true,
    id,
    fault,
    group,
    turn,
    isTelling: telling.test(id),
    framing: framingOf(id),
    families: values.map((_, family) =>
      fc
        .tuple(layouts(fc), oneOfFamily(fc, values, family), rest)
        .map(([layout, value, others]) => write(value, layout, fault, others)),
    ),
  }));
}

const telling =
  /^(?:(?:name|description|body)-(?:null|zero|text)|no-fields|unclosed|no-body|null-description|not-utf-8|not-a-number)$/;

/** Shortens a value for a label. */
export function shortened(value: string): string {
  return value.length <= 40 ? value : `${value.slice(0, 36)}… (${value.length} characters)`;
}
