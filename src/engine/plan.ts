import { firstList } from '../../suites/index.ts';
import { addedBodyProbes, bodyProbes, mayBeStored } from '../../suites/refusing.ts';
import type { AddedChecks } from '../checks/custom-checks.ts';
import { type Check, type Needs, type Probe, phaseOf, priorityOf, probesOf } from '../checks/vocabulary.ts';
import { type Count, leftOutBy } from '../config/left-out.ts';
import type { Profile } from '../config/option.ts';
import { knownBodies, type Settings, shrinkCreatesOf } from '../config/settings.ts';
import { turnOf } from '../payloads/budget.ts';
import { generateAdded, generatePayloads, loadClasses } from '../payloads/generate.ts';
import type { RequestPlan } from '../report/model/report.ts';
import { traitsOf } from '../spec/catalog.ts';
import { planQuotas } from '../spec/operations.ts';
import type { Reason } from '../spec/reasons.ts';
import { boundsOf, type KnownLimit, type Sum } from './bounds.ts';
import { carriersAmong, isAfterKeyedRequest } from './paired-sending.ts';
import { catalogueOf, type Selection, select } from './select.ts';

/** What the first response shows about the quota. */
export interface KnownTarget extends KnownLimit {
  readonly remaining?: number;
  readonly secondsToReset?: number;
}

/** A plan, with the checks and probes that fit the budgets and those that do not, highest priority first. */
export interface Planned {
  readonly plan: RequestPlan;
  readonly checks: readonly (Check | Probe)[];
  /** The probes that these checks use, and those that should be sent before them. */
  readonly probes: ReadonlySet<Probe>;
  readonly leftOut: readonly { readonly item: Check | Probe; readonly by: Count }[];
  /** How many requests are reserved to remove what custom checks create. */
  readonly cleanups: number;
}

/** The window of a limit per minute, in seconds. */
const minuteSeconds = 60;

/** Returns what a run would send, highest priority first. Sends nothing, so the limit is known only with `--plan`. */
export async function dryRun(settings: Settings, added: readonly AddedChecks[] = []) {
  const selection = select(catalogueOf(added), settings);
  const { plan, checks } = await planAhead(selection, settings);
  return { plan, requests: checks.map(({ requirement, title }) => ({ requirement, title })) };
}

/**
 * Plans a run before its first response. Without `--plan`, the plan has the bodies that fit the smallest quota, because a proof
 * needs at least that many requests. If there is no proof either, the plan has all bodies. The maxima always count all bodies,
 * because the first response may show that there is room for them.
 */
export async function planAhead(selection: Selection, settings: Settings): Promise<Planned> {
  const minute = minuteOf(settings);
  const limit = minute ?? planQuotas.free.minute;
  const quota = { limit, remaining: limit - 1 };
  const countsAll = minute === undefined && selection.exhaust !== true;
  const fromBodies = countsAll ? {} : { ...quota, secondsToReset: minuteSeconds };
  const planWith = async (room: KnownTarget, known: KnownTarget) =>
    planFor({ ...selection, checks: (await withBodies(selection, settings, room)).checks }, settings, known);
  const known = minute === undefined ? {} : quota;
  const planned = await planWith(fromBodies, known);
  const { plan: whole } = countsAll ? planned : await planWith({}, known);
  const { atMost, createsAtMost = 0, waitsAtMost = 0 } = whole;
  return { ...planned, plan: { ...planned.plan, atMost, createsAtMost, waitsAtMost } };
}

/** Plans a run from what is known about the target. */
export function planFor(selection: Selection, settings: Settings, known: KnownTarget): Planned {
  const { taken, probes, leftOut, sum, spare, isShort } = takenOf(selection, settings);
  const room = settings.maxRequests - sum.withKey - sum.withoutKey - keptForTheEnd(sum.creates);
  sum.withKey += controlsMissing(taken, room);
  const { withKey, withoutKey, creates, invalidBodies, mayBreak, cleanups } = sum;
  const short = isShort ? leftOutBy(settings, 'maxRequests') : undefined;
  return {
    plan: {
      checks: taken.length,
      withKey: withKey - spare,
      withoutKey,
      creates,
      invalidBodies,
      ...(mayBreak === 0 ? {} : { mayBreak }),
      ...boundsOf(sum, settings, known, selection.exhaust === true),
      ...proofOf(sum, settings, known, selection.exhaust === true ? short : selection.exhaust),
    },
    checks: taken,
    probes,
    leftOut,
    cleanups,
  };
}

/** Returns the limit per minute of the plan in `--plan`. The limit of Enterprise is unknown. */
function minuteOf({ plan }: Settings): number | undefined {
  return plan === undefined || plan === 'enterprise' ? undefined : planQuotas[plan].minute;
}

/** The seconds added to each wait: a margin, the jitter, and the rounding of Retry-After. */
const perWait = 2;

/** The maximum number of generated invalid bodies that a run sends. */
const mostBodies: Readonly<Record<Profile, number>> = { gentle: 14, standard: 64, thorough: 400 };

/**
 * Adds a probe for each invalid body that fits the quota, and sorts everything by priority. `withoutBody` lists the required
 * classes for which no body fits.
 */
export async function withBodies(selection: Selection, settings: Settings, fromTarget: KnownTarget) {
  const { fc, classes: all } = await loadClasses();
  // A gentle run sends nothing that could crash a server that does not expect a connection to close early.
  const classes = settings.profile === 'gentle' ? all.filter(({ framing }) => framing !== 'short') : all;
  // Bodies of the other classes are generated only if there is room.
  const needed = new Set(classes.filter(({ turn }) => turn === 'required'));
  const known = knownBodies(settings).map((one) => ({
    class: one.class,
    body: Buffer.from(one.base64, 'base64'),
  }));
  // A body that failed before replaces the body of its class. Any further body of the same class needs additional room.
  const replaced = [...needed].filter(({ id }) => known.some((one) => one.class === id)).length;
  const required = needed.size + known.length - replaced;
  // Custom checks come last, so they take no room from the kit's own checks.
  const own = selection.checks.filter((one) => !isCustom(selection, one));
  const { withKey, creates } = takenOf({ ...selection, checks: own }, settings).sum;
  const fits = roomFor(settings, withKey, fromTarget, { required, all: classes.length });
  const always = required + classes.filter(({ turn }) => turn === 'always').length;
  const isFresh = settings.profile === 'standard' && isFreshWindow(fromTarget);
  // Bodies that do not fit into the first window are sent after the last list and, if there is one, after the proof.
  const least = isFresh ? always : required;
  const count = Math.min(mostBodies[settings.profile], Math.max(least, fits));
  const wanted = generatePayloads(fc, classes, settings.seed, count, known).filter(({ faultClass }) =>
    selection.wants(faultClass.requirement),
  );
  // One category of the budget is left for bodies that the target must refuse. Without that category, none of these bodies
  // could be sent.
  const stored = creates + wanted.filter(mayBeStored).length;
  const isTight = stored + shrinkCreatesOf(settings) >= settings.maxCreates;
  const storedLast = isTight ? { turn: turnOf(settings.seed) } : undefined;
  const { bodies } = selection.catalogue;
  const added = generateAdded(fc, bodies, settings.seed, known).filter(({ faultClass }) =>
    selection.wants(faultClass.requirement),
  );
  const checks = [
    ...selection.checks,
    ...bodyProbes(wanted, isFresh ? fits : count, storedLast),
    ...addedBodyProbes(added, (id) => bodies.find(({ operation }) => operation.id === id)?.cleanup),
  ];
  checks.sort((a, b) => priorityOf(b) - priorityOf(a));
  const generated = new Set(wanted.map(({ faultClass }) => faultClass));
  const withoutBody = [...needed].filter((one) => !generated.has(one) && selection.wants(one.requirement));
  return { fc, checks, withoutBody };
}

/** Checks whether the first request began the current window. If so, the wait of the proof leads to the next window. */
function isFreshWindow({ remaining, limit }: KnownTarget): boolean {
  return remaining !== undefined && limit !== undefined && remaining >= limit - 1;
}

/**
 * Returns how many bodies fit into the window in addition to `others` requests with the key. These bodies count toward the
 * proof of the limit. `thorough` uses all windows that `--max-wait` allows.
 */
function roomFor(
  settings: Settings,
  others: number,
  { remaining, limit, secondsToReset }: KnownTarget,
  classes: { readonly all: number; readonly required: number },
): number {
  if (remaining === undefined || limit === undefined || secondsToReset === undefined)
    return mostBodies[settings.profile];
  // Remaining already accounts for the first of the other requests.
  const inWindow = remaining - (others - 1);
  if (settings.profile === 'thorough') {
    // One wait is for the recovery.
    const windows = Math.floor(settings.maxWaitSeconds / (secondsToReset + perWait)) - 1;
    return inWindow + Math.max(0, windows) * limit;
  }
  if (isFreshWindow({ remaining, limit })) return Math.max(0, inWindow);
  // If the window was partly used before, the run waits for the next one, which has room for a body of each class.
  return inWindow < classes.required ? Math.min(classes.all, inWindow + limit) : inWindow;
}

/** Checks whether an item is the probe of a generated body. */
function isInvalidBody(item: Check | Probe): boolean {
  return item.kind === 'probe' && item.unshared === true;
}

/** Checks whether a check or a probe comes from a user's file. */
export function isCustom(
  { catalogue }: Pick<Selection, 'catalogue'>,
  { requirement }: Check | Probe,
): boolean {
  return catalogue.sectionOf(requirement) !== undefined;
}

/**
 * Returns how many requests are reserved for the end: the list with all creations and, if there are several creations, a second
 * list in case one of them is missing.
 */
function keptForTheEnd(creates: number): number {
  return creates > 1 ? 2 : 1;
}

/** Takes the first list, then checks and probes by priority as long as the budgets allow, and adds up their requests. */
function takenOf({ checks, ...selection }: Selection, settings: Settings) {
  const counted = new Set<Probe>();
  const taken: (Check | Probe)[] = [];
  const leftOut: Planned['leftOut'][number][] = [];
  const sum = {
    withKey: 0,
    withoutKey: 0,
    creates: 0,
    invalidBodies: 0,
    mayBreak: 0,
    controls: 0,
    atEnd: 0,
    inNextWindow: 0,
    cleanups: 0,
    beyond: 0,
  };
  let spare = 0;
  let isShort = false;
  // A body that must be refused is sent only if the budget has room for one more category, in case the target stores it. So
  // the valid bodies before it leave that room.
  const keepsCreates = settings.maxCreates > 1 && checks.some(isInvalidBody);
  const keptForBodies = keepsCreates ? shrinkCreatesOf(settings) + 1 : 0;
  let valid = 0;
  const custom = checks.filter((one) => isCustom(selection, one));
  const others = checks.filter((one) => one !== firstList && !custom.includes(one));
  for (const item of [firstList, ...others, ...custom]) {
    const cost = costOf(item, counted);
    const isClosing = ['settled', 'closing'].includes(phaseOf(item));
    const isBody = isInvalidBody(item);
    const { spare: ownSpare = 0, mayBreak = 0 } = item.needs;
    const requests = sum.withKey + sum.withoutKey + cost.withKey + cost.withoutKey - spare - ownSpare;
    const creates = Math.min(settings.maxCreates, sum.creates + cost.creates);
    // The reserve is meant for the checks at the end.
    const kept = isClosing ? 0 : keptForTheEnd(creates);
    const fits = requests + kept <= settings.maxRequests;
    const keptCreates = isBody || phaseOf(item) === 'closing' ? 0 : keptForBodies;
    const mayCreate = valid + cost.creates + keptCreates <= settings.maxCreates;
    // A faulty server may store the body of any POST. Of the categories, only the first one is certain to be created.
    const isUsedUp = item.needs.posts === true && settings.maxCreates <= Math.min(1, sum.creates);
    if (!fits || isUsedUp || (cost.creates > 0 && !mayCreate)) {
      leftOut.push({ item, by: fits ? 'maxCreates' : 'maxRequests' });
      isShort ||= !fits && !isClosing;
      continue;
    }
    taken.push(item);
    if (!isBody) valid += cost.creates;
    for (const probe of probesOf(item)) counted.add(probe);
    sum.controls += item.needs.controls ?? 0;
    if (item.needs.beyond === true) sum.beyond++;
    // Unless they create a category, closing checks use the responses to other requests, or send requests only if something is
    // still open. Their spare requests must fit the window, because the connection may close during the wait for the next
    // window.
    if (isClosing && cost.creates === 0) {
      sum.atEnd += cost.withKey + cost.withoutKey - ownSpare;
      sum.withKey += ownSpare;
      continue;
    }
    spare += ownSpare;
    sum.withKey += cost.withKey;
    sum.withoutKey += cost.withoutKey;
    sum.creates = creates;
    sum.mayBreak += mayBreak;
    if (phaseOf(item) === 'next window' || custom.includes(item)) sum.inNextWindow += cost.withKey;
    if (isBody || traitsOf(item.requirement).invalidBodies) sum.invalidBodies += cost.withKey;
  }
  addEarlier(taken, counted, sum, { ...settings, maxRequests: settings.maxRequests + spare });
  for (const { needs } of counted) if (needs.cleanup !== undefined) sum.cleanups += needs.creates ?? 0;
  return { taken, probes: counted, leftOut, sum, spare, isShort };
}

/** Adds the probes that should come before other requests, as far as the budgets allow. */
function addEarlier(
  taken: readonly (Check | Probe)[],
  counted: Set<Probe>,
  sum: Sum,
  { maxRequests, maxCreates }: Pick<Settings, 'maxRequests' | 'maxCreates'>,
): void {
  for (const probe of taken.flatMap(earlierThan)) {
    if (counted.has(probe)) continue;
    const { withKey, withoutKey, creates } = costOf(probe, counted);
    const requests = sum.withKey + sum.withoutKey + withKey + withoutKey;
    const created = sum.creates + creates;
    if (requests + keptForTheEnd(created) > maxRequests || created > maxCreates) continue;
    counted.add(probe);
    sum.withKey += withKey;
    sum.withoutKey += withoutKey;
    sum.creates = created;
  }
}

/** Returns the probes whose responses should come before a request, earliest first. */
function earlierThan({ needs: { after } }: Check | Probe): Probe[] {
  return after === undefined ? [] : [...earlierThan(after), after];
}

/** Returns how many requests a check or a probe needs, including those of its probes that are not counted yet. */
function costOf(item: Check | Probe, counted: ReadonlySet<Probe>) {
  const cost = { withKey: 0, withoutKey: 0, creates: 0 };
  const add = ({ withKey = 1, withoutKey = 0, creates = 0, cleanup }: Needs) => {
    // Whatever the request creates must be removed, too.
    cost.withKey += withKey + (cleanup === undefined ? 0 : creates);
    cost.withoutKey += withoutKey;
    cost.creates += creates;
  };
  for (const probe of probesOf(item)) if (!counted.has(probe)) add(probe.needs);
  if (item.kind === 'check') add(item.needs);
  return cost;
}

/**
 * Returns how many more requests with the key are needed, at most `room`, so that each paired request without the key can follow
 * one.
 */
function controlsMissing(checks: readonly (Check | Probe)[], room: number): number {
  const following = checks.filter(isAfterKeyedRequest).length;
  return Math.max(0, Math.min(following - carriersAmong(checks).length, room));
}

/** Returns what it costs to prove the limit, including all requests with the key, or why the proof is left out. */
function proofOf(
  { withKey, withoutKey, creates, inNextWindow }: Sum,
  settings: Settings,
  known: KnownTarget,
  whyLeftOut: Reason | undefined,
): Pick<RequestPlan, 'proof' | 'proofSkipped' | 'totalWithKey' | 'waits'> {
  const maxRequests = Math.min(settings.maxRequests, known.announced ?? Number.POSITIVE_INFINITY);
  const without = (proofSkipped: string) => {
    // The reserve is not counted twice if the budget ends the run.
    const totalWithKey = Math.min(withKey + keptForTheEnd(creates), maxRequests - withoutKey);
    // A conforming server does not need the reserve.
    return { proofSkipped, totalWithKey, waits: waitsFor(withKey, known, settings) };
  };
  if (whyLeftOut !== undefined) return without(whyLeftOut.text);
  const limit = known.limit ?? minuteOf(settings);
  if (limit === undefined) return { waits: Math.min(1, mostWaits(known, settings)) };
  const added = addedByProof(settings);
  const totalWithKey = Math.max(withKey, limit + inNextWindow) + added;
  const total = totalWithKey + withoutKey;
  if (total > maxRequests) {
    const isOwn = maxRequests === settings.maxRequests;
    const most = isOwn ? `--max-requests is ${maxRequests}` : `at most ${maxRequests} were announced`;
    return without(`the proof needs ${total} requests in all, but ${most}`);
  }
  return {
    proof: limit + added,
    totalWithKey,
    // A proof always waits for one window. Its last two requests need no further wait.
    waits: Math.min(mostWaits(known, settings), Math.max(1, waitsFor(totalWithKey - 2, known, settings))),
  };
}

/**
 * Returns how many requests the proof adds: the GET beyond the limit, the requests that join it, and the GET that checks the
 * recovery.
 */
function addedByProof({ concurrency, profile }: Settings): number {
  if (concurrency === 1) return 2;
  return profile === 'thorough' ? 5 : 3;
}

/** Returns for how many windows this many requests with the key must wait; 0 while the quota is unknown. */
function waitsFor(withKey: number, known: KnownTarget, settings: Settings): number {
  const { limit, remaining } = known;
  if (limit === undefined || remaining === undefined) return 0;
  // Remaining already accounts for the first request.
  const windows = Math.max(0, Math.ceil((withKey - remaining - 1) / limit));
  return Math.min(windows, mostWaits(known, settings));
}

/** Returns for how many windows `--max-wait` lets the run wait: any number while the length of a window is unknown. */
function mostWaits({ secondsToReset = 0 }: KnownTarget, { maxWaitSeconds }: Settings): number {
  return maxWaitSeconds === 0 ? 0 : Math.floor(maxWaitSeconds / secondsToReset);
}
