import { refusedBodies } from '../../suites/refusing.ts';
import { type Check, type Probe, worthOf } from '../checks/built-in.ts';
import type { Settings } from '../config/settings.ts';
import { drawPayloads, loadClasses } from '../payloads/draw.ts';
import type { FastCheck } from '../payloads/fault-class.ts';
import { requirement } from '../spec/ledger.ts';
import type { KnownBefore } from './plan.ts';
import type { Selection } from './select.ts';

export interface Bodies {
  readonly fc: FastCheck;
  /** The selection with a probe for each body, what is worth most first. */
  readonly members: readonly (Check | Probe)[];
}

/** What the number of bodies depends on: the quota as the first answer shows it, and what else is to be sent. */
export interface Room extends KnownBefore {
  /** Requests with the key that the run sends beside the bodies, the first one included. */
  readonly others: number;
}

/** Left of the window for plain GETs: a list that changes its mind shows only where several are read. */
const keptForLists = 1;
/** Seconds that a wait takes beside the time to Reset. */
const waitMargin = 2;

/** Draws the bodies to refuse, as many as the quota has room for, and puts them among what is sent. */
export async function drawBodies(selection: Selection, settings: Settings, room: Room): Promise<Bodies> {
  const { fc, classes } = await loadClasses();
  // Warnings and what takes turns are drawn where there is room; every other class that can fail is drawn in any case.
  const required = classes.filter(
    ({ requirement: id, rotates }) => requirement(id).level === 'required' && !rotates,
  ).length;
  const fits = roomFor(settings, room, { required, all: classes.length });
  const count = Math.min(settings.payloads, Math.max(required, fits));
  const wanted = drawPayloads(fc, classes, settings.seed, count).filter(({ faultClass }) =>
    selection.wants(faultClass.requirement),
  );
  const members = [...selection.members, ...refusedBodies(wanted)];
  return { fc, members: members.sort((a, b) => worthOf(b) - worthOf(a)) };
}

/**
 * How many fit the window, so that the proof of the limit rides on them; `thorough` takes the windows that --max-wait
 * allows. Of so many classes are all that there are, and those that can fail.
 */
function roomFor(
  settings: Settings,
  { others, remaining, limit, secondsToReset }: Room,
  classes: { readonly all: number; readonly required: number },
): number {
  if (remaining === undefined || limit === undefined || secondsToReset === undefined)
    return settings.payloads;
  const first = remaining - (others - 1) - keptForLists;
  if (settings.profile === 'thorough') {
    // One wait is the recovery's.
    const windows = Math.floor(settings.maxWaitSeconds / (secondsToReset + waitMargin)) - 1;
    return first + Math.max(0, windows) * limit;
  }
  // Where the window was partly used before, the next one is waited for in any case, and has room for warnings, too.
  return first < classes.required ? Math.min(classes.all, first + limit) : first;
}
