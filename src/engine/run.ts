import { firstList } from '../../suites/index.ts';
import { type Check, type Phase, type Probe, phaseOf } from '../checks/built-in.ts';
import type { Settings } from '../config/settings.ts';
import { type Exchange, isAnswer } from '../exchange/exchange.ts';
import { quotaOf, secondsToReset } from '../readings/quota.ts';
import type { Plan, Report } from '../report/model/report.ts';
import { definedOnly } from '../text/defined-only.ts';
import { othersOf, planAhead, planFor } from './ahead.ts';
import { type Bodies, drawBodies } from './bodies.ts';
import { catalogueOf } from './catalogue.ts';
import { Stopped } from './pacing/stopped.ts';
import type { KnownBefore } from './plan.ts';
import { doubtAbout, whyUntestable } from './preflight.ts';
import { type Selection, select } from './select.ts';
import { openSession, type RunContext, type Session } from './session.ts';
import { failuresAmong, shrinkFailures } from './shrink.ts';

/**
 * Tests one target and resolves with the report; it rejects for nothing that the target does. Settings are
 * taken as checked (by `src/options`): the key goes to `settings.baseUrl` and nowhere else.
 */
export async function run(settings: Settings, context: RunContext = {}): Promise<Report> {
  const selection = select(catalogueOf(context.added), settings);
  const session = openSession(settings, context, selection);
  const { judge, listen } = session;
  let { plan } = await planAhead(selection, settings, { timed: false });
  listen({ type: 'plan', plan, definite: false });
  let first: Exchange | undefined;
  let untestable: string | undefined;
  let tries: ReadonlyMap<string, number> = new Map();
  try {
    first = await session.executor.probe(firstList);
    untestable = whyUntestable(first, new URL(settings.baseUrl));
    if (untestable === undefined) {
      session.startJudging();
      const known = knownAfter(first);
      const room = { others: othersOf(selection, settings), ...known };
      const bodies = await drawBodies(selection, settings, room);
      const planned = planFor({ ...selection, members: bodies.members }, settings, known);
      plan = planned.plan;
      listen({ type: 'plan', plan, definite: true });
      const asked = new Set(planned.members.map(({ requirement }) => requirement));
      // A row that others still ask for tells what became of them, where nothing came of it.
      for (const member of planned.leftOut.filter(({ requirement }) => !asked.has(requirement)))
        judge.notExercised(member.requirement, whyLeftOut(member, settings));
      session.executor.expect(planned.members, spareOf(plan, settings));
      await testInTurn(planned.members, session);
      tries = await lookForSmaller(session, bodies, settings);
      await close(planned.members, session, selection);
    }
  } catch (error) {
    if (!(error instanceof Stopped)) judge.kitFault('the runner', error);
    else if (first === undefined) untestable = `Not even the first request was served: ${error.message}.`;
  }
  const doubt = first === undefined ? undefined : doubtAbout(first, session.readings.sameAnswer.everywhere());
  return session.finish({
    ...{ plan, tries },
    ...definedOnly({ untestable, doubt }),
  });
}

/** Requests of the budget that the plan leaves. */
function spareOf({ withKey, withoutKey, totalWithKey = withKey }: Plan, { maxRequests }: Settings): number {
  const planned = Math.max(withKey, totalWithKey) + withoutKey + mostAtTheEnd;
  return Math.max(0, maxRequests - planned);
}

/** Lists that close a run. */
const mostAtTheEnd = 4;

/** The checks and probes, side by side as far as the quota is known to be there. */
async function testInTurn(members: readonly (Check | Probe)[], { executor, queue }: Session): Promise<void> {
  const inMain = members.filter((member) => phaseOf(member) === 'main');
  await Promise.all(inMain.map((member) => executor.run(member)));
  await queue.settled();
}

/** Smaller bodies for what was accepted, as far as anything was. */
async function lookForSmaller(
  { queue, readings, names }: Session,
  { fc }: Bodies,
  { shrinkRequests }: Settings,
): Promise<ReadonlyMap<string, number>> {
  const failures = failuresAmong(readings.bodies.all());
  if (failures.length === 0 || readings.creations.lastCreation() === undefined) return new Map();
  queue.releaseCreates();
  return shrinkFailures(failures, shrinkRequests, { fc, queue, name: names.next });
}

/** What is asked when all has been created, the proof of the limit, which may end in a long wait, and what comes last. */
async function close(
  members: readonly (Check | Probe)[],
  { executor, queue }: Session,
  { exhaust }: Selection,
): Promise<void> {
  const inTurn = async (phase: Phase): Promise<void> => {
    for (const member of members.filter((one) => phaseOf(one) === phase)) await executor.run(member);
  };
  await inTurn('settled');
  if (exhaust === true) await queue.prove();
  await inTurn('closing');
  await inTurn('last');
}

function whyLeftOut({ needs: { creates = 0 } }: Check | Probe, settings: Settings): string {
  return settings.readOnly === true && creates > 0
    ? 'nothing is written to this target (--allow-writes)'
    : `left out: the budget is ${settings.maxRequests} requests`;
}

/** What the first answer tells the plan. */
function knownAfter(first: Exchange): KnownBefore {
  const roundTripMs = first.readAt - first.sentAt;
  const { limit, remaining, reset } = isAnswer(first) ? quotaOf(first) : {};
  return {
    roundTripMs,
    ...definedOnly({
      limit,
      remaining,
      secondsToReset: reset === undefined || !isAnswer(first) ? undefined : secondsToReset(first, reset),
    }),
  };
}
