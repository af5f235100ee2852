import type { Fold, FoldResult } from '../exchange/finding.ts';
import { definedOnly } from '../text/defined-only.ts';
import { called, faultOf, frozen, isHandedOrNone, isText, type Place } from './blame.ts';
import type { Member, Probe } from './built-in.ts';
import { factsOf, runGuarded } from './guarded-check.ts';
import { createMadeRequests } from './made-requests.ts';
import type { CustomCheckNeeds, CustomMember, CustomProbe, EveryResponse, Facts } from './vocabulary.ts';

/**
 * The members of a file with a guard around each: whatever goes wrong in them is told as a fault of `from`, and none of them
 * can change what others see. A check that does nothing for `longestIdleMs` is given up.
 */
export function guardMembers(
  members: readonly CustomMember[],
  from: string,
  longestIdleMs: number,
): Member[] {
  const probes = new Map<CustomProbe, Probe>();

  return members.map(guarded);

  function guarded(member: CustomMember): Member {
    const { requirement, title } = member;
    const place = { from, requirement, title };
    switch (member.kind) {
      case 'probe':
        return probeOf(member);
      case 'check': {
        const run = runGuarded(member, { place, longestIdleMs, probeOf });
        return { kind: 'check', requirement, title, needs: needsOf(member.needs), run };
      }
      case 'everyResponse':
        return everyResponseOf(member, place);
      case 'wholeRun':
        return { ...member, start: (facts) => foldOf(() => member.start(factsOf(facts)), place) };
    }
  }

  function probeOf(member: CustomProbe): Probe {
    const known = probes.get(member);
    if (known !== undefined) return known;
    const { kind, requirement, title, needs, make } = member;
    const probe: Probe = {
      ...{ kind, requirement, title, needs: needsOf(needs) },
      make({ name, random }) {
        const requests = createMadeRequests({ from, requirement, title }, name, needs.creates);
        return requests.from(() => make({ name: requests.name, random }))();
      },
    };
    probes.set(member, probe);
    return probe;
  }

  /** What it needs, with guarded probes. */
  function needsOf({ after, uses, ...needs }: CustomCheckNeeds) {
    return { ...needs, ...definedOnly({ after: after && probeOf(after), uses: uses?.map(probeOf) }) };
  }
}

function everyResponseOf(member: EveryResponse, place: Place): EveryResponse {
  let known: Facts | undefined;
  return {
    ...member,
    on: (exchange) => called(place, () => member.on(frozen(exchange))) === true,
    judge(exchange, facts) {
      known ??= factsOf(facts);
      const own = known;
      atOnce(place, () => member.judge(frozen(exchange), own));
    },
  };
}

/** A fold that cannot be started says so when it is asked: no other is kept from its own. */
function foldOf(start: () => Fold, place: Place): Fold {
  let fold: Fold | undefined;
  let broken: unknown;
  try {
    fold = called(place, start);
  } catch (error) {
    broken = error;
  }
  return {
    step: (exchange) => atOnce(place, () => fold?.step(frozen(exchange))),
    end() {
      if (broken !== undefined) throw broken;
      return resultOf(
        place,
        called(place, () => fold?.end()),
      );
    },
  };
}

/** What an async rule finds would come when all is judged, or never: it is refused rather than lost. */
function atOnce(place: Place, act: () => unknown): void {
  const returned = called(place, act);
  if (!(returned instanceof Promise)) return;
  returned.catch(() => {});
  throw faultOf(place, 'is async; a rule judges at once');
}

function resultOf(place: Place, result: FoldResult | undefined): FoldResult {
  const { exercised, occurrences, kept = [], reason, seen } = result ?? {};
  const isRight =
    Number.isSafeInteger(exercised) &&
    Array.isArray(occurrences) &&
    occurrences.every((one) => isText(one?.expected) && isText(one.received) && isText(one.cause));
  if (result === undefined || !isRight)
    throw faultOf(
      place,
      'ended with no result: `end` gives { exercised, occurrences }, each occurrence with expected, received and cause',
    );
  const told = [...[kept].flat(), reason, seen, ...occurrences.flatMap((one) => [one.instance, one.listed])];
  const shown = occurrences.flatMap((one) => [one.exchange, one.comparedWith, one.firstFound]);
  if (!told.every((one) => one === undefined || typeof one === 'string') || !shown.every(isHandedOrNone))
    throw faultOf(
      place,
      'ended with a result that cannot be shown: `kept`, `reason`, `seen`, `instance` and `listed` are texts, and `exchange`, ' +
        '`comparedWith` and `firstFound` exchanges that it was handed',
    );
  return result;
}
