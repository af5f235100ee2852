import { firstList } from '../../suites/index.ts';
import type { Settings } from '../config/settings.ts';
import { planQuotas } from '../spec/operations.ts';
import { drawBodies } from './bodies.ts';
import { type KnownBefore, type Planned, planRun } from './plan.ts';
import type { Selection } from './select.ts';

/** The limits of the specification are by the minute, in seconds. */
const secondsToReset = 60;

/**
 * The plan of a run before its first answer. Where no `--plan` tells the limit, as many bodies are counted as the
 * smallest plan of the specification has room for: the proof, which stays without a number, takes at least as many as a
 * greater one. Where the limit is not proven, all bodies are counted, for no plan may promise less than is sent. How long
 * a window lasts only an answer tells: the time is left out, but where `timed` has it estimated as the specification says.
 */
export async function planAhead(
  selection: Selection,
  settings: Settings,
  { timed }: { readonly timed: boolean },
): Promise<Planned> {
  const { plan } = settings;
  const told = plan === undefined || plan === 'enterprise' ? undefined : planQuotas[plan].minute;
  const limit = told ?? planQuotas.free.minute;
  const fresh = { remaining: limit - 1, limit };
  const window = told === undefined && selection.exhaust !== true ? {} : { ...fresh, secondsToReset };
  const bodies = await drawBodies(selection, settings, { others: othersOf(selection, settings), ...window });
  const known = { ...fresh, ...(timed ? { secondsToReset } : {}) };
  return planFor({ ...selection, members: bodies.members }, settings, told === undefined ? {} : known);
}

/** Requests with the key that a run sends beside the bodies to refuse, the first one included. */
export function othersOf(selection: Selection, settings: Settings): number {
  return planFor(selection, settings, { beforeBodies: true }).plan.withKey;
}

/** The plan with what is known; the first list is sent whatever was selected. */
export function planFor({ exhaust, members }: Selection, settings: Settings, known: KnownBefore): Planned {
  const withFirst = [firstList, ...members.filter((member) => member !== firstList)];
  return planRun(withFirst, settings, { ...known, ...(exhaust === true ? {} : { leftOut: exhaust }) });
}
