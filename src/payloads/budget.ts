import type { FaultClass, Group } from './fault-class.ts';

/**
 * How many classes of each group a `gentle` run sends. The seed selects them, so that runs on ten consecutive dates send all
 * classes: no group has more than ten times as many. A standard run sends every class that does not take turns.
 */
export const inGentle: Readonly<Record<Group, number>> = {
  'name missing': 2,
  'name type': 3,
  'description type': 2,
  'body type': 2,
  malformed: 1,
  'not UTF-8': 1,
  empty: 1,
  'null description': 1,
  others: 1,
};

/** A class that a run uses, and the number of its turn, which selects the family of its first value. */
export interface ClassInTurn {
  readonly faultClass: FaultClass;
  readonly turn: number;
}

/**
 * In this many turns, standard runs send every class that takes turns. The number shares no factor with any number of families
 * or with the days of a week, so that nightly and weekly runs both reach each family of each class.
 */
const periodOfTurns = 11;

/**
 * Returns the classes in the order in which a run uses them. If `count` is too small for the classes that every standard run
 * sends, the seed selects some of each group. The most telling classes come first, and those that take turns last.
 */
export function inTurn(classes: readonly FaultClass[], seed: number, count: number): readonly ClassInTurn[] {
  const turn = turnOf(seed);
  const required = classes.filter((one) => one.turn === 'required');
  if (count < required.length) return someInTurn(classes, turn, count);
  const always = classes.filter((one) => one.turn === 'always');
  const slots = slotsOf(
    classes.filter((one) => one.turn === 'in turns'),
    periodOfTurns,
  );
  const others = from(slots, turn).map(({ faultClass }) => faultClass);
  // An operation with a small quota of its own gets only the first bodies, so the most telling ones must be among them.
  const first = required.filter(({ isTelling }) => isTelling);
  const inOrder = [...first, ...required.filter(({ isTelling }) => !isTelling), ...always, ...others];
  return inOrder.map((faultClass) => ({ faultClass, turn }));
}

/**
 * Selects some classes of each group. Each class counts its own turns, because it takes several nights to send all classes of a
 * group.
 */
function someInTurn(classes: readonly FaultClass[], turn: number, count: number): ClassInTurn[] {
  const groups = Object.entries(inGentle).map(([group, share]) => {
    const members = classes.filter((one) => one.group === group);
    return { share, inOrder: from(slotsOf(members, periodOf(members.length)), turn * share) };
  });
  const rounds = classes.flatMap((_, round) =>
    groups.flatMap(({ share, inOrder }) => inOrder.slice(round * share, (round + 1) * share)),
  );
  const first = new Map(rounds.slice(0, count).map((one) => [one.faultClass, one]));
  return classes.flatMap((faultClass) => first.get(faultClass) ?? []);
}

/** How many slots to advance in each turn: the first of these numbers that shares no factor with the number of slots. */
const strides = [17, 19, 23];

/**
 * Returns the classes of custom checks in the order in which they are sent while there is room. The order changes from turn to
 * turn, so that each class comes first in some run.
 */
export function allInTurn(classes: readonly FaultClass[], seed: number): readonly ClassInTurn[] {
  const slots = slotsOf(classes, periodOf(classes.length));
  const stride = strides.find((one) => slots.length % one !== 0) ?? 1;
  return from(slots, turnOf(seed) * stride);
}

/**
 * Returns the number of slots for this many classes. It is not a multiple of seven, because otherwise a weekly run would
 * always send the same classes.
 */
function periodOf(members: number): number {
  return members % 7 === 0 ? members + 1 : members;
}

/**
 * Gives each class a slot. Further slots repeat some classes at a distance from their first slots, so that no class is sent
 * twice in a run.
 */
function slotsOf(members: readonly FaultClass[], period: number): readonly FaultClass[] {
  const middle = Math.floor(members.length / 2);
  return Array.from({ length: members.length === 0 ? 0 : period }, (_, slot) => {
    const at = slot < members.length ? slot : slot + middle;
    return members[at % members.length];
  }).filter((one) => one !== undefined);
}

/**
 * Returns each class once, in the order of the slots from `place` on, with its turn: how many of its slots come earlier,
 * counted from slot 0.
 */
function from(slots: readonly FaultClass[], place: number): ClassInTurn[] {
  const found = new Map<FaultClass, ClassInTurn>();
  for (let next = place; next < place + slots.length; next++) {
    const round = Math.floor(next / slots.length);
    const slot = next - round * slots.length;
    const faultClass = slots[slot];
    if (faultClass === undefined || found.has(faultClass)) continue;
    const timesIn = (some: readonly FaultClass[]) => some.filter((one) => one === faultClass).length;
    found.set(faultClass, { faultClass, turn: round * timesIn(slots) + timesIn(slots.slice(0, slot)) });
  }
  return [...found.values()];
}

const dayMs = 86_400_000;

/**
 * Returns the number of a seed's turn, so that the seed alone selects whatever takes turns. The number grows by one from date
 * to date, even from 20261130 to 20261201. If the seed is not a date, the number is the seed itself.
 */
export function turnOf(seed: number): number {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(String(seed)) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  // A day that does not exist, such as 20260231, is not a date, although JavaScript accepts some such days.
  const isDate = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
  return isDate ? date.getTime() / dayMs : seed;
}
