import { firstList } from '../../suites/index.ts';
import { invalidBodies } from '../../suites/refusing.ts';
import { type Check, type Needs, type Probe, phaseOf, priorityOf, probesOf } from '../checks/built-in.ts';
import type { AddedChecks } from '../checks/custom-checks.ts';
import type { Settings } from '../config/settings.ts';
import { generatePayloads, loadClasses } from '../payloads/draw.ts';
import type { Plan } from '../report/model/report.ts';
import { requirement, traitsOf } from '../spec/catalog.ts';
import { planQuotas } from '../spec/operations.ts';
import { carriersAmong } from './behind-key.ts';
import { catalogueOf, type Selection, select } from './select.ts';

/** What the first response shows of the quota, and how long it took: nothing is known before it. */
export interface Known {
  readonly limit?: number;
  readonly remaining?: number;
  readonly secondsToReset?: number;
  readonly roundTripMs?: number;
}

/** A plan, and the checks and probes that fit the budgets and that do not, highest priority first. */
export interface Planned {
  readonly plan: Plan;
  readonly checks: readonly (Check | Probe)[];
  readonly leftOut: readonly (Check | Probe)[];
}

/** The window of a limit per minute, in seconds. */
const aMinute = 60;

/** Returns what a run would send, highest priority first. Sends nothing: the limit is known from `--plan` alone. */
export async function dryRun(settings: Settings, added: readonly AddedChecks[] = []) {
  const selection = select(catalogueOf(added), settings);
  const { plan, checks } = await planAhead(selection, settings, { timed: true });
  return { plan, requests: checks.map(({ requirement, title }) => ({ requirement, title })) };
}

/**
 * Plans a run before its first response. Without `--plan`, it counts the bodies that fit the smallest plan: a proof takes at
 * least as many as any other. Without a proof it counts all bodies, since no plan may promise less than is sent. Only a
 * response shows how long a window lasts, so the time is left out unless `timed`.
 */
export async function planAhead(
  selection: Selection,
  settings: Settings,
  { timed }: { readonly timed: boolean },
): Promise<Planned> {
  const minute = minuteOf(settings);
  const limit = minute ?? planQuotas.free.minute;
  const fresh = { remaining: limit - 1, limit };
  const isOpen = minute === undefined && selection.exhaust !== true;
  const known = isOpen ? {} : { ...fresh, secondsToReset: aMinute };
  const { checks } = await withBodies(selection, settings, known);
  const shown = { ...fresh, ...(timed ? { secondsToReset: aMinute } : {}) };
  return planFor({ ...selection, checks }, settings, minute === undefined ? {} : shown);
}

/** Plans with what is known; the first list is sent whatever was selected. */
export function planFor(selection: Selection, settings: Settings, known: Known): Planned {
  const { taken, leftOut, sum, isShort } = takenOf(selection, settings);
  sum.withKey += controlsMissing(taken, settings.maxRequests - sum.withKey - sum.withoutKey);
  const { mayBreak, ...sums } = sum;
  const short = isShort ? `--max-requests ${settings.maxRequests} leaves no room for it` : undefined;
  return {
    plan: {
      checks: taken.length,
      ...sums,
      ...(mayBreak === 0 ? {} : { mayBreak }),
      ...boundsOf(sum, settings, known.limit),
      ...proofOf(sum, settings, known, selection.exhaust === true ? short : selection.exhaust),
    },
    checks: taken,
    leftOut,
  };
}

/** The limit that `--plan` states; Enterprise has one of its own. */
function minuteOf({ plan }: Settings): number | undefined {
  return plan === undefined || plan === 'enterprise' ? undefined : planQuotas[plan].minute;
}

/** Reserved for plain GETs: a list that changes its mind shows only where several are read. */
const keptForLists = 1;
/** Added to each wait, in seconds: one, some jitter, and the rounding of Retry-After. */
const perWait = 2;

/** Adds a probe for each invalid body, as many as the quota has room for, and sorts by priority. */
export async function withBodies(selection: Selection, settings: Settings, known: Known) {
  const { fc, classes } = await loadClasses();
  // Warnings and what takes turns are generated if there is room; every other class that can fail always is.
  const required = classes.filter(
    ({ requirement: id, rotates }) => requirement(id).level === 'required' && !rotates,
  ).length;
  const others = takenOf(selection, settings).sum.withKey;
  const fits = roomFor(settings, others, known, { required, all: classes.length });
  const count = Math.min(settings.payloads, Math.max(required, fits));
  const wanted = generatePayloads(fc, classes, settings.seed, count).filter(({ faultClass }) =>
    selection.wants(faultClass.requirement),
  );
  const checks = [...selection.checks, ...invalidBodies(wanted)];
  return { fc, checks: checks.sort((a, b) => priorityOf(b) - priorityOf(a)) };
}

/**
 * How many bodies fit the window beside `others` with the key, so that the proof of the limit rides on them; `thorough`
 * takes the windows that `--max-wait` allows.
 */
function roomFor(
  settings: Settings,
  others: number,
  { remaining, limit, secondsToReset }: Known,
  classes: { readonly all: number; readonly required: number },
): number {
  if (remaining === undefined || limit === undefined || secondsToReset === undefined)
    return settings.payloads;
  const first = remaining - (others - 1) - keptForLists;
  if (settings.profile === 'thorough') {
    // One wait is the recovery's.
    const windows = Math.floor(settings.maxWaitSeconds / (secondsToReset + perWait)) - 1;
    return first + Math.max(0, windows) * limit;
  }
  // If the window was partly used before, the next one is waited for in any case, and has room for warnings, too.
  return first < classes.required ? Math.min(classes.all, first + limit) : first;
}

/** Requests reserved for the end of the run: the list that shows what was created, and another if one of several is missing. */
function keptForTheEnd(creates: number): number {
  return creates > 1 ? 2 : 1;
}

/** Takes checks and probes as far as the budgets go, and adds up what they send. */
function takenOf({ checks }: Selection, settings: Settings) {
  const counted = new Set<Probe>();
  const taken: (Check | Probe)[] = [];
  const leftOut: (Check | Probe)[] = [];
  const sum = { withKey: 0, withoutKey: 0, creates: 0, invalidBodies: 0, mayBreak: 0 };
  let spare = 0;
  let isShort = false;
  for (const member of [firstList, ...checks.filter((one) => one !== firstList)]) {
    const cost = costOf(member, counted);
    const closing = ['settled', 'closing'].includes(phaseOf(member));
    const { spare: ownSpare = 0, mayBreak = 0 } = member.needs;
    const requests = sum.withKey + sum.withoutKey + cost.withKey + cost.withoutKey - spare - ownSpare;
    const creates = sum.creates + cost.creates;
    // What closes a run is what the rest was reserved for.
    const kept = closing ? 0 : keptForTheEnd(creates);
    const fits = requests + kept <= settings.maxRequests;
    if (!(fits && creates <= settings.maxCreates)) {
      leftOut.push(member);
      isShort ||= !fits && !closing;
      continue;
    }
    taken.push(member);
    for (const probe of probesOf(member)) counted.add(probe);
    // Closing checks use what is sent anyway, or send only where something is still open.
    if (closing) continue;
    spare += ownSpare;
    sum.withKey += cost.withKey;
    sum.withoutKey += cost.withoutKey;
    sum.creates = creates;
    sum.mayBreak += mayBreak;
    if (traitsOf(member.requirement).invalidBodies) sum.invalidBodies += cost.withKey;
  }
  return { taken, leftOut, sum, isShort };
}

function costOf(member: Check | Probe, counted: ReadonlySet<Probe>) {
  const cost = { withKey: 0, withoutKey: 0, creates: 0 };
  const add = ({ withKey = 1, withoutKey = 0, creates = 0 }: Needs) => {
    cost.withKey += withKey;
    cost.withoutKey += withoutKey;
    cost.creates += creates;
  };
  for (const probe of probesOf(member)) if (!counted.has(probe)) add(probe.needs);
  if (member.kind === 'check') add(member.needs);
  return cost;
}

/** Requests with the key that are sent only so that one without it goes behind them; `room` at most. */
function controlsMissing(checks: readonly (Check | Probe)[], room: number): number {
  const behind = checks.filter((one) => one.kind === 'check' && one.needs.behindKey === true).length;
  return Math.max(0, Math.min(behind - carriersAmong(checks).length, room));
}

type Sum = Pick<Plan, 'withKey' | 'withoutKey' | 'creates' | 'invalidBodies'>;

/** Says what the proof of the limit costs: Limit + 2 requests with the key, and all others are part of these. */
function proofOf(
  { withKey, withoutKey, creates }: Sum,
  settings: Settings,
  known: Known,
  leftOut: string | undefined,
): Pick<Plan, 'proof' | 'proofSkipped' | 'totalWithKey' | 'seconds' | 'waits' | 'waitSeconds'> {
  const { maxRequests, concurrency } = settings;
  const limit = known.limit ?? minuteOf(settings);
  const proven = limit === undefined ? undefined : Math.max(withKey, limit) + 2;
  const proofSkipped =
    leftOut ??
    (proven !== undefined && proven + withoutKey > maxRequests
      ? `it takes ${proven + withoutKey} requests in all, and --max-requests is ${maxRequests}`
      : undefined);
  const course = { ...known, withoutKey, concurrency };
  if (proofSkipped !== undefined) {
    // What is spare is not counted twice where the budget is what ends the run.
    const totalWithKey = Math.min(withKey + keptForTheEnd(creates), maxRequests - withoutKey);
    return { proofSkipped, totalWithKey, ...timeOf({ ...course, withKey: totalWithKey, proven: false }) };
  }
  if (limit === undefined || proven === undefined) return { waits: 1 };
  return {
    proof: limit + 2,
    totalWithKey: proven,
    ...timeOf({ ...course, withKey: proven, proven: true }),
  };
}

/** What the time of a run depends on. */
interface Course extends Known {
  readonly withKey: number;
  readonly withoutKey: number;
  /** The limit is proven: then a window is waited for in any case. */
  readonly proven: boolean;
  readonly concurrency: number;
}

/**
 * Estimates how many windows a run waits for, how long that takes, and how long the run takes; the times are left out where
 * there are such windows and no response told their length.
 */
export function timeOf(course: Course): Pick<Plan, 'seconds' | 'waits' | 'waitSeconds'> {
  const { withKey, withoutKey, proven, concurrency, limit, remaining, secondsToReset } = course;
  const { roundTripMs = 50 } = course;
  const sending = ((withKey + withoutKey) * roundTripMs) / concurrency / 1000;
  // The first response was one of them; the one over the limit and the recovery of a proof wait for nothing more.
  const later = withKey - ((remaining ?? 0) + 1) - (proven ? 2 : 0);
  const isShown = limit !== undefined && remaining !== undefined;
  const waits = Math.max(proven ? 1 : 0, isShown ? Math.ceil(later / limit) : 0);
  if (waits === 0) return { waits, seconds: Math.ceil(sending) };
  if (secondsToReset === undefined) return { waits };
  return {
    waits,
    waitSeconds: Math.ceil(waits * (secondsToReset + perWait)),
    // The requests of a window are sent while it lasts.
    seconds: Math.ceil(Math.max(waits * secondsToReset, sending)) + waits * perWait,
  };
}

/** Plain GETs that prove the limit, at most (`pacing/proof.ts`), what follows a 0, and what closes a run. */
const mostFillers = (limit: number) => 2 * limit + 31 + 20;
const mostAtTheEnd = 24 + 2 + 4;

/**
 * No run exceeds these: each request is sent again once after a passing fault or a 429, each POST may be followed by a list
 * (reading 12), and what is optional is sent.
 */
function boundsOf(
  { withKey, withoutKey, creates, invalidBodies }: Sum,
  { maxRequests, maxCreates, maxWaitSeconds, shrinkRequests }: Settings,
  limit?: number,
): Pick<Plan, 'atMost' | 'createsAtMost' | 'waitsAtMost'> {
  const posts = Math.min(withKey + withoutKey, creates + invalidBodies + withoutKey) + shrinkRequests;
  // A creation that is refused is followed by a plain one (reading 21).
  const planned = 2 * (withKey + withoutKey + creates) + shrinkRequests + 2 * posts;
  return {
    atMost:
      limit === undefined ? maxRequests : Math.min(maxRequests, planned + mostFillers(limit) + mostAtTheEnd),
    createsAtMost: Math.min(maxCreates, 2 * posts),
    waitsAtMost: maxWaitSeconds,
  };
}
