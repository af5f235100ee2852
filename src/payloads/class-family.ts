import type fc from 'fast-check';
import type { Draft, FastCheck, FaultClass, Group, Turn } from './fault-class.ts';
import { type Layout, layouts } from './layout.ts';

/** A class of a family with the same requirement: its values are those of the fault. */
export interface ClassSpec<Value> extends Pick<FaultClass, 'id' | 'fault'> {
  readonly values: fc.Arbitrary<Value>;
  readonly turn?: Turn;
  /** Unlike that of the family. */
  readonly group?: Group;
}

/** What the classes of a requirement share. */
interface Family<Value> extends Pick<FaultClass, 'requirement' | 'group' | 'control' | 'accepted'> {
  readonly unstated?: true;
  readonly write: (value: Value, layout: Layout, fault: string) => Draft;
}

/** Creates the classes of a requirement. Bodies shrink in the order layout, value. */
export function classesOf<Value>(
  fc: FastCheck,
  { write, unstated, ...family }: Family<Value>,
  specs: readonly ClassSpec<Value>[],
): FaultClass[] {
  return specs.map(({ values, turn = 'required', group = family.group, id, fault }) => ({
    ...family,
    unstated: unstated === true,
    id,
    fault,
    group,
    turn,
    arbitrary: fc.tuple(layouts(fc), values).map(([layout, value]) => write(value, layout, fault)),
  }));
}

/** Shortens a value for a label. */
export function shortened(value: string): string {
  return value.length <= 40 ? value : `${value.slice(0, 36)}… (${value.length} characters)`;
}
