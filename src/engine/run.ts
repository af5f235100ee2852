import { firstList } from '../../suites/index.ts';
import { type Check, type Phase, type Probe, phaseOf } from '../checks/vocabulary.ts';
import { leftOutBy } from '../config/left-out.ts';
import { type Settings, shrinkRequestsOf } from '../config/settings.ts';
import { missingNearMisses } from '../exchange/credentials.ts';
import { type Exchange, hasResponse, isServed, isUnavailable } from '../exchange/exchange.ts';
import { Stopped } from '../exchange/stopped.ts';
import { quotaOf, secondsToReset } from '../readings/quota.ts';
import type { Report, RequestPlan } from '../report/model/report.ts';
import { reason } from '../spec/reasons.ts';
import { definedOnly } from '../text/defined-only.ts';
import { sameEverywhere, whyUntestable } from './first-contact.ts';
import { isCustom, type KnownTarget, type Planned, planAhead, planFor, withBodies } from './plan.ts';
import { catalogueOf, type Selection, select } from './select.ts';
import { openSession, type RunContext, type Session } from './session.ts';
import { createShrinking, type Shrinking } from './shrink.ts';

/**
 * Tests a target and returns the report. Never rejects because of the target. The key goes only to `settings.baseUrl`, which
 * `src/config` must have checked.
 */
export async function run(settings: Settings, context: RunContext = {}): Promise<Report> {
  const selection = select(catalogueOf(context.added), settings);
  const session = openSession(settings, context, selection);
  const { judge, listen } = session;
  let { plan } = await planAhead(selection, settings);
  listen({ type: 'plan', plan, definite: false });
  let first: Exchange | undefined;
  let { untestable } = context;
  let tries: ReadonlyMap<string, number> = new Map();
  try {
    if (untestable === undefined) {
      first = await session.executor.probe(firstList);
      untestable = await whyUntestable(first, settings, session.executor.probe);
    }
    if (first !== undefined && untestable === undefined) {
      session.startJudging({ onceAvailable: isUnavailable(first) });
      const known = { ...knownFrom(first), announced: plan.atMost };
      const { fc, checks, withoutBody } = await withBodies(selection, settings, known);
      const planned = planFor({ ...selection, checks }, settings, known);
      plan = planned.plan;
      listen({ type: 'plan', plan, definite: true });
      session.lane.limitTo(plan.atMost);
      session.lane.keepForCleanup(planned.cleanups);
      noteLeftOut(planned, settings, { judge, selection });
      for (const { requirement } of withoutBody) judge.notTested(requirement, leftOutBy(settings, 'profile'));
      session.executor.expect(planned, spareOf(plan));
      const custom = planned.checks.filter((one) => isCustom(selection, one));
      await testConcurrently(
        planned.checks.filter((one) => !custom.includes(one)),
        session,
      );
      const shrinking = createShrinking(session, fc, shrinkRequestsOf(settings));
      tries = shrinking.tries;
      await testRest(planned.checks, custom, { session, selection, shrinking });
    }
  } catch (error) {
    if (!(error instanceof Stopped)) judge.kitFault('the runner', error);
    else if (first === undefined) untestable = `The first request was not served: ${error.message}.`;
  }
  await session.cleanup.run();
  const doubt =
    untestable === undefined && session.readings.sameResponse.everywhere() ? sameEverywhere : undefined;
  return session.finish({ plan, tries, ...definedOnly({ untestable, doubt }) });
}

/** Notes which requirements the budgets leave out, and which near misses do not exist for the key. */
function noteLeftOut(
  { leftOut }: Planned,
  settings: Settings,
  { judge, selection }: Pick<Session, 'judge'> & Pick<Closing, 'selection'>,
): void {
  for (const { item, by } of leftOut) {
    const { ifRoom, onlySends } = item.needs;
    judge.notTested(item.requirement, leftOutBy(settings, by), {
      inPart: ifRoom !== true && onlySends !== true,
    });
  }
  const missing = missingNearMisses(settings.key).join(', ');
  if (missing === '') return;
  for (const { id, traits } of selection.catalogue.requirements)
    if (traits?.needs?.includes('near misses')) judge.notTested(id, reason('key-forms', missing));
}

/** The maximum number of lists that a run requests at its end. */
const maxAtEnd = 4;

/** Returns how many requests the plan leaves unused below the maximum; 0 or less if it leaves none. */
function spareOf({ atMost, withKey, withoutKey, totalWithKey = withKey }: RequestPlan): number {
  return atMost - totalWithKey - withoutKey - maxAtEnd;
}

/** Runs checks and probes concurrently, as far as the known quota allows. */
async function testConcurrently(
  checks: readonly (Check | Probe)[],
  { executor, lane }: Session,
): Promise<void> {
  const inMain = checks.filter((item) => phaseOf(item) === 'main');
  await Promise.all(inMain.map((item) => executor.run(item)));
  await lane.settled();
}

/**
 * Runs the checks that need all creations, then the proof of the limit (which may include a long wait), then the rest. The
 * search for smaller bodies comes after the proof, because the quota is fresh then.
 */
async function testRest(
  checks: readonly (Check | Probe)[],
  custom: readonly (Check | Probe)[],
  { session, selection, shrinking }: Closing,
): Promise<void> {
  const { executor, lane } = session;
  const runPhase = async (phase: Phase, some = checks): Promise<void> => {
    for (const item of some.filter((one) => phaseOf(one) === phase)) await executor.run(item);
  };
  const others = checks.filter((one) => !custom.includes(one));
  await runPhase('settled', others);
  if (selection.exhaust === true) await lane.prove();
  await runPhase('next window', others);
  await shrinking.searchForKit();
  // Custom checks come after the kit's own checks, so they take no room from them.
  await testConcurrently(custom, session);
  await runPhase('settled', custom);
  await runPhase('next window', custom);
  noteUnsentKinds(custom, session);
  await shrinking.searchForCustom();
  await runPhase('closing');
  await runPhase('last');
}

/** Notes how many kinds of a custom check's invalid bodies this run had room for. */
function noteUnsentKinds(custom: readonly (Check | Probe)[], { judge, readings }: Session): void {
  const planned = custom.filter((one) => one.kind === 'probe' && one.unshared === true);
  const sent = new Map(
    readings.bodies.all().flatMap(({ first: { request } }) => {
      const { id, requirement } = request.generated?.faultClass ?? {};
      return id === undefined ? [] : [[id, requirement]];
    }),
  );
  for (const requirement of new Set(planned.map((one) => one.requirement))) {
    const all = planned.filter((one) => one.requirement === requirement).length;
    const tested = [...sent.values()].filter((one) => one === requirement).length;
    if (tested < all)
      judge.note(
        requirement,
        `${tested} of ${all} kinds of invalid bodies were sent, because there was no room for more; other seeds send other kinds`,
      );
  }
}

/** What the last phases of a run need. */
interface Closing {
  readonly session: Session;
  readonly selection: Selection;
  readonly shrinking: Shrinking;
}

/** Reads what the first response shows about the quota. */
function knownFrom(first: Exchange): KnownTarget {
  if (!hasResponse(first)) return {};
  const { limit, remaining, reset } = quotaOf(first);
  const seconds = reset === undefined ? undefined : secondsToReset(first, reset);
  const isUnlimited = isServed(first) && limit === undefined;
  return definedOnly({ limit, remaining, secondsToReset: seconds, isUnlimited });
}
