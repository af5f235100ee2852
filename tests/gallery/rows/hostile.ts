import { catalog } from '../../../src/spec/catalog.ts';
import { carryOutHere } from '../../cli/in-process.ts';
import type { Behavior } from '../../hostile/behavior.ts';
import { behaviors } from '../../hostile/behaviors.ts';
import { type ChildEnd, inChild, maxMemoryMb } from '../../hostile/in-child.ts';
import {
  type CommandEnd,
  type CommandRun,
  complaintsAbout,
  type RunCommand,
  runCommandOn,
} from '../../hostile/trial.ts';
import { type Divided, divide, divideEvery } from '../../support/tiers.ts';
import type { Expect, Row, RunKit } from '../row.ts';

/**
 * The memory bound is higher in tests, because several processes run concurrently and a busy machine frees memory late.
 * `npm run prove -- hostile` checks the exact bound. Storing all responses of a run would take several times as much
 * memory.
 */
const memoryInTests = 1.3 * maxMemoryMb;

/**
 * Returns the row of a hostile target. The real command runs in this process or, if the target is heavy, in its own
 * process, whose memory is measured.
 */
function hostileRow(behavior: Behavior): Row {
  return behavior.heavy === true
    ? rowOf(behavior, inChild, ({ peakMb }) =>
        peakMb < memoryInTests ? [] : [`${Math.round(peakMb)} MB of memory`],
      )
    : rowOf(behavior, carryOutHere);
}

/** Returns the row of a hostile target for which the command has its own process. `ended` gets the result of that process. */
export const inChildRow = (behavior: Behavior, ended: (run: CommandRun<ChildEnd>) => void): Row =>
  rowOf(behavior, inChild, (run) => {
    ended(run);
    return [];
  });

function rowOf<End extends CommandEnd>(
  behavior: Behavior,
  command: RunCommand<End>,
  more: (ended: CommandRun<End>) => readonly string[] = () => [],
): Row {
  const { id, does, arises, because, args = [], start } = behavior;
  const run: RunKit = async ({ url }) => {
    const ended = await runCommandOn(url, args, command);
    return { report: ended.report, complaints: [...complaintsAbout(ended), ...more(ended)] };
  };
  return {
    id,
    family: 'hostile',
    title: does,
    origin: `${arises}; ${because}`,
    expect: expectOf(behavior),
    start: () => start(),
    run,
  };
}

const idsOf = (wanted: 'required' | 'advisory') =>
  catalog.filter(({ level }) => level === wanted).map(({ id }) => id);

/**
 * Returns what a run must report. A hostile target may get any warning, and its `Behavior` does not always list the
 * requirements that the target violates.
 */
function expectOf({ status, requirements, verdictPattern, listNotTested }: Behavior): Expect {
  const anything = requirements === undefined && status === 1 ? idsOf('required') : [];
  return {
    reports: requirements ?? [],
    may: [...idsOf('advisory'), ...anything],
    status,
    ...(verdictPattern === undefined ? {} : { verdict: verdictPattern }),
    ...(listNotTested === undefined ? {} : { notTested: { 'list.ok': listNotTested } }),
  };
}

const light = behaviors.filter(({ heavy }) => heavy !== true);
const quick = divideEvery(light, 32).quick.map(({ id }) => id);

export const hostile: Divided<Row> = divide(behaviors.map(hostileRow), ({ id }) => quick.includes(id));
