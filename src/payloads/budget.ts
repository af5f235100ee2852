import type { FaultClass, Group } from './fault-class.ts';

/**
 * How many classes of each group a `gentle` run sends. The seed selects which, so that ten consecutive dates send all of them,
 * because a group has at most ten times this number. A standard run sends every class that is not in turns.
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

/**
 * Returns the classes that a run uses first, in order. If `count` is too small for all that every standard run sends, the
 * seed selects some of each group. The classes in turns come last.
 */
export function inTurn(classes: readonly FaultClass[], seed: number, count: number): readonly FaultClass[] {
  const place = placeOf(seed);
  const required = classes.filter(({ turn }) => turn === 'required');
  if (count >= required.length) {
    const always = classes.filter(({ turn }) => turn === 'always');
    return [
      ...required,
      ...always,
      ...from(
        place,
        classes.filter(({ turn }) => turn === 'in turns'),
      ),
    ];
  }
  const groups = Object.entries(inGentle).map(([group, share]) => {
    const members = classes.filter((one) => one.group === group);
    return { share, members: from(place * share, members) };
  });
  const selected: FaultClass[] = [];
  for (let round = 0; round < classes.length; round++)
    for (const { share, members } of groups)
      for (const one of members.slice(round * share, (round + 1) * share)) selected.push(one);
  const first = new Set(selected.slice(0, count));
  return classes.filter((one) => first.has(one));
}

/** Rotates the members, so that the list begins at a place. */
function from<Member>(place: number, members: readonly Member[]): readonly Member[] {
  const at = ((place % members.length) + members.length) % members.length || 0;
  return [...members.slice(at), ...members.slice(0, at)];
}

const dayMs = 86_400_000;

/** Returns a number that grows by one from date to date, also from 20261130 to 20261201, and from seed to seed otherwise. */
function placeOf(seed: number): number {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(String(seed)) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  // A day that does not exist, such as 20260231, is not a date: JavaScript accepts some of them.
  const isDate = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
  return isDate ? date.getTime() / dayMs : seed;
}
