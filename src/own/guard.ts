import type { Exchange } from '../exchange/exchange.ts';
import type { Fold, FoldResult } from '../exchange/finding.ts';
import type { Check, EveryResponse, Member, Needs, Probe, WholeRun } from '../kit/suite.ts';
import type { Readings } from '../readings/readings.ts';
import { faultOf, isText, type Place, thrownBy } from './blame.ts';
import { bounded } from './bounded.ts';
import { frozen, isHandedOrNone } from './frozen.ts';
import { createMadeRequests } from './made-requests.ts';
import { ownFacts, runCheck } from './run-check.ts';
import type {
  OwnCheck,
  OwnEveryResponse,
  OwnFacts,
  OwnMember,
  OwnNeeds,
  OwnProbe,
  OwnWholeRun,
} from './vocabulary.ts';

/** What does not say how much it is worth comes after nearly all that the kit sends. */
const standardWorth = 100;

/**
 * The members of a file as the kit runs them: whatever goes wrong in them is told as a fault of `from`, and none of them
 * can change what others see. A check that does nothing for `longestIdleMs` is given up.
 */
export function guardMembers(members: readonly OwnMember[], from: string, longestIdleMs: number): Member[] {
  const probes = new Map<OwnProbe, Probe>();
  return members.map(guardedMember);

  function guardedMember(member: OwnMember): Member {
    switch (member.kind) {
      case 'probe':
        return probeOf(member);
      case 'check':
        return checkOf(member);
      case 'everyResponse':
        return everyResponseOf(member, placeOf(member));
      case 'wholeRun':
        return wholeRunOf(member, placeOf(member));
    }
  }

  function placeOf({ requirement, title }: OwnMember): Place {
    return { from, requirement, title };
  }

  function probeOf(member: OwnProbe): Probe {
    const known = probes.get(member);
    if (known !== undefined) return known;
    const { kind, requirement, title, needs, make } = member;
    const place = placeOf(member);
    const guarded: Probe = {
      ...{ kind, requirement, title },
      needs: needsOf(needs),
      make(maker) {
        const requests = createMadeRequests(place, needs.creates ?? 0, maker.name);
        return requests.from(() => make({ name: requests.name, random: maker.random }))();
      },
    };
    probes.set(member, guarded);
    return guarded;
  }

  function checkOf(member: OwnCheck): Check {
    const { kind, requirement, title } = member;
    const { uses = [], phase = 'main', ...needs } = member.needs;
    const running = { place: placeOf(member), longestIdleMs, probeOf };
    return {
      ...{ kind, requirement, title, phase },
      needs: needsOf(needs),
      uses: uses.map(probeOf),
      run: (tools) => runCheck(member, tools, running),
    };
  }

  function needsOf({ after, worth = standardWorth, ...needs }: OwnNeeds): Needs {
    return { ...needs, worth, ...(after === undefined ? {} : { after: probeOf(after) }) };
  }
}

function everyResponseOf(member: OwnEveryResponse, place: Place): EveryResponse {
  const factsOf = once(ownFacts);
  return {
    ...member,
    on: (exchange) => guarded(place, () => member.on(frozen(exchange))) === true,
    judge(exchange, readings) {
      atOnce(
        place,
        guarded(place, () => member.judge(frozen(exchange), factsOf(readings))),
      );
      return undefined;
    },
  };
}

function wholeRunOf(member: OwnWholeRun, place: Place): WholeRun {
  return { ...member, start: (readings) => foldOf(() => member.start(ownFacts(readings)), place) };
}

/** A fold that cannot be started says so when it is asked: no other is kept from its own. */
function foldOf(start: () => Fold, place: Place): Fold {
  let fold: Fold | undefined;
  let broken: unknown;
  try {
    fold = guarded(place, start);
  } catch (error) {
    broken = error;
  }
  return {
    step: (exchange: Exchange) =>
      atOnce(
        place,
        guarded(place, () => fold?.step(frozen(exchange))),
      ),
    end() {
      if (broken !== undefined) throw broken;
      return resultOf(
        place,
        guarded(place, () => fold?.end()),
      );
    },
  };
}

function guarded<Result>(place: Place, act: () => Result): Result {
  try {
    return bounded(place, act);
  } catch (error) {
    throw thrownBy(place, error);
  }
}

/** What an async rule finds would come when all is judged, or never: it is refused rather than lost. */
function atOnce(place: Place, returned: unknown): void {
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

function once(make: (readings: Readings) => OwnFacts): (readings: Readings) => OwnFacts {
  let made: OwnFacts | undefined;
  return (readings) => {
    made ??= make(readings);
    return made;
  };
}
