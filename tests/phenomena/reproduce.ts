import type { Row } from '../../gallery/row.ts';
import { byLibrary, tryRow } from '../../gallery/run-row.ts';
import { type Trial, trialKeys } from '../../gallery/trial.ts';
import type { Category } from '../../reference-server/categories.ts';
import type { Change } from '../../reference-server/index.ts';
import type { Finding, RecordedExchange, Report } from '../../src/report/model/report.ts';
import { createVirtualClock } from '../limiters/virtual-clock.ts';
import { type InMemoryServer, startInMemory } from '../support/in-memory.ts';
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

/** What a row needs to run the kit against the servers of a reproduction. */
type Reproducing = Pick<Row, 'settings' | 'clock' | 'start' | 'run'>;

/**
 * Serves the servers of a reproduction in virtual time, without a socket. `see` gets everything that the list may say about a
 * run, and returns what is wrong about it.
 */
export function reproducing(
  { servers, settings = {}, windowMs }: Reproduction,
  see: (reproduced: Reproduced) => readonly string[],
): Reproducing {
  let stored = (): readonly Category[] => [];
  let stats: InMemoryServer['stats'];
  const watching: Change = ({ store }) => {
    stored = () => [...store.list()];
    return {};
  };
  return {
    settings,
    clock: createVirtualClock,
    start: async (clock) => {
      const server = startInMemory({
        keys: trialKeys,
        change: [...servers.map((id) => serverOf(id).change), watching],
        ...(clock === undefined ? {} : { clock }),
        ...(windowMs === undefined ? {} : { minuteMs: windowMs }),
      });
      stats = server.stats;
      return server;
    },
    run: async (server, given, context) => {
      const { report } = await byLibrary(server, { ...given, keepExchanges: true }, context);
      return { report, complaints: see(reproducedIn(report, stats(), stored())) };
    },
  };
}

/** Runs the kit once, and returns everything that the list may say about the run. */
export async function reproduce(reproduction: Reproduction): Promise<Reproduced> {
  const seen: Reproduced[] = [];
  await tryRow(
    reproducing(reproduction, (reproduced) => {
      seen.push(reproduced);
      return [];
    }),
  );
  const [reproduced] = seen;
  if (reproduced === undefined) throw new Error('The run did not end.');
  if (reproduced.report.kitFaults.length > 0) throw new Error(reproduced.report.kitFaults.join('\n'));
  return reproduced;
}

function reproducedIn(report: Report, counted: Trial['counted'], stored: readonly Category[]): Reproduced {
  const rowOf = (requirement: string) => {
    const row = report.requirements.find(({ id }) => id === requirement);
    if (row === undefined) throw new Error(`There is no requirement ${requirement} in the report.`);
    return row;
  };
  return {
    report,
    counted,
    exchanges: report.exchanges?.recorded ?? [],
    stored,
    verdictOf: (requirement) => rowOf(requirement).verdict,
    reasonOf: (requirement) => rowOf(requirement).reason?.text ?? rowOf(requirement).note ?? '',
    findingOf: (requirement) => {
      const finding = report.findings.find((one) => one.requirement === requirement);
      if (finding === undefined) throw new Error(`There is no finding of ${requirement}.`);
      return finding;
    },
  };
}
