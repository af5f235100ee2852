import type { Trial } from '../../gallery/trial.ts';
import type { Category } from '../../reference-server/categories.ts';
import type { Change } from '../../reference-server/index.ts';
import type { Finding, RecordedExchange } from '../../src/report/model/report.ts';
import { createVirtualClock } from '../limiters/virtual-clock.ts';
import { runInMemory } from '../support/in-memory.ts';
import { idsWith } from '../support/run-against.ts';
import type { Reproduction } from './phenomenon.ts';
import { serverOf } from './servers.ts';

/** A run against the servers of a reproduction, with everything that the list may say about it. */
export interface Reproduced extends Trial {
  readonly exchanges: readonly RecordedExchange[];
  /** What the server stores at the end. */
  readonly stored: readonly Category[];
  readonly verdictOf: (requirement: string) => string;
  readonly reasonOf: (requirement: string) => string;
  readonly findingOf: (requirement: string) => Finding;
}

/** Runs the kit against the servers of a reproduction in virtual time, without a socket. */
export async function reproduce({ servers, settings, windowMs }: Reproduction): Promise<Reproduced> {
  let stored = (): readonly Category[] => [];
  const watching: Change = ({ store }) => {
    stored = () => [...store.list()];
    return {};
  };
  const options = {
    change: [...servers.map((id) => serverOf(id).change), watching],
    ...(windowMs === undefined ? {} : { minuteMs: windowMs }),
  };
  const trial = await runInMemory(
    options,
    { ...settings, keepExchanges: true },
    { clock: createVirtualClock() },
  );
  const { report } = trial;
  if (report.kitFaults.length > 0) throw new Error(report.kitFaults.join('\n'));
  const rowOf = (requirement: string) => {
    const row = report.requirements.find(({ id }) => id === requirement);
    if (row === undefined) throw new Error(`There is no requirement ${requirement} in the report.`);
    return row;
  };
  return {
    ...trial,
    exchanges: report.exchanges?.recorded ?? [],
    stored: stored(),
    verdictOf: (requirement) => rowOf(requirement).verdict,
    reasonOf: (requirement) => rowOf(requirement).reason ?? '',
    findingOf: (requirement) => {
      const finding = report.findings.find((one) => one.requirement === requirement);
      if (finding === undefined) throw new Error(`There is no finding of ${requirement}.`);
      return finding;
    },
  };
}

const code = (ids: readonly string[]) => ids.map((id) => `\`${id}\``).join(', ');

/** The verdict of a run in one line: the requirements that failed and warned, or the outcome. */
export function verdictLine({ report }: Trial): string {
  const failed = idsWith(report, 'fail');
  const warned = idsWith(report, 'warn');
  const lines = [
    ...(failed.length === 0 ? [] : [`fails ${code(failed)}`]),
    ...(warned.length === 0 ? [] : [`warns ${code(warned)}`]),
  ];
  const { outcome, exitStatus } = report.verdict;
  const ended = exitStatus === 3 ? [`${outcome} (exit 3)`] : [];
  const all = [...lines, ...ended];
  if (all.length > 0) return all.join('; ');
  return outcome === 'passed-selection' ? 'passed' : outcome;
}
