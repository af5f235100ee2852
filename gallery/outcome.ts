import type { RunContext } from '../src/engine/session.ts';
import type { Report } from '../src/report/model/report.ts';
import { type Entry, settingsFor } from './entry.ts';
import { runTrial, type Trial } from './trial.ts';

/** A difference between a trial and what its entry states. */
export interface Complaint {
  readonly expected: string;
  readonly saw: string;
}

/** The result of one server of the gallery. */
export interface Outcome {
  readonly entry: Entry;
  /** The requirements that failed or warned, in the order of the catalog. */
  readonly found: readonly string[];
  /** Requests that the server counted while the kit should have waited. */
  readonly whileLimited: number;
  readonly complaints: readonly Complaint[];
}

/** How many servers run concurrently: a run mostly waits. */
const maxConcurrent = 4;

/**
 * Runs the kit against all entries, several at a time, and calls `ended` after each. Returns the outcomes in order.
 */
export async function runGallery(
  entries: readonly Entry[],
  ended: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = entries.entries();
  const work = async (): Promise<void> => {
    for (const [index, entry] of waiting) {
      const outcome = await runEntry(entry);
      outcomes[index] = outcome;
      ended(outcome);
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, work));
  return outcomes;
}

interface EntryContext extends Pick<RunContext, 'listen'> {
  /** Makes a run; `runTrial` by default. */
  readonly trial?: typeof runTrial;
  readonly tried?: (trial: Trial) => void;
}

/**
 * Runs the kit against one server of the gallery. Requests in flight when a 429 arrives cannot be canceled. If the
 * server counted such a request, a second run sends one request at a time. `listen` and `tried` get the first run.
 */
export async function runEntry(
  entry: Entry,
  { listen, tried, trial = runTrial }: EntryContext = {},
): Promise<Outcome> {
  const server = { change: entry.server.change };
  const settings = settingsFor(entry);
  const first = await trial(server, settings, listen === undefined ? {} : { listen });
  tried?.(first);
  const { whileAnyLimited } = first.counted;
  const { concurrency } = first.report.configuration;
  if (whileAnyLimited === 0 || whileAnyLimited >= concurrency)
    return outcomeOf(entry, first, whileAnyLimited);
  const oneAtATime = await trial(server, { ...settings, concurrency: 1 });
  return outcomeOf(entry, first, oneAtATime.counted.whileAnyLimited);
}

/** Compares a trial with what its entry states. */
export function outcomeOf(entry: Entry, { report, counted }: Trial, whileLimited: number): Outcome {
  const found = idsWith(report, 'fail', 'warn');
  return {
    entry,
    found,
    whileLimited,
    complaints: [
      ...(entry.kind === 'defect'
        ? unless(
            areSame(found, entry.server.requirements),
            entry.server.requirements.join(', '),
            seen(report, found),
          )
        : aboutVariant(entry.server.warnings, report)),
      ...[...new Set(report.kitFaults)].map((fault) => ({
        expected: 'no internal error of the kit',
        saw: fault,
      })),
      ...unless(
        counted.faults === 0,
        'no internal error of the changed server',
        `${counted.faults} responses with 500`,
      ),
      ...unless(
        whileLimited === 0,
        'no request between a 429 and the end of its Retry-After',
        `${whileLimited} requests, sent one at a time`,
      ),
    ],
  };
}

/** Returns the ids of the requirements with one of these verdicts, in the order of the catalog. */
export function idsWith(report: Report, ...verdicts: readonly string[]): string[] {
  return report.requirements.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
}

function aboutVariant(stated: readonly string[], report: Report): Complaint[] {
  const failed = idsWith(report, 'fail');
  const warned = idsWith(report, 'warn');
  const conforms = failed.length === 0 && report.verdict.outcome === 'conforms';
  const expected = stated.length === 0 ? 'no warnings' : `warnings only for ${stated.join(', ')}`;
  return [
    ...unless(conforms, 'a legal server passes', seen(report, failed)),
    ...unless(areSame(warned, stated), expected, seen(report, warned)),
  ];
}

function areSame(found: readonly string[], stated: readonly string[]): boolean {
  return [...found].sort().join() === [...stated].sort().join();
}

/** Returns the requirements with what was received for each, or the verdict if there are none. */
function seen({ findings, verdict }: Report, ids: readonly string[]): string {
  if (ids.length === 0) return `nothing. ${verdict.sentence}`;
  const receivedFor = (id: string) =>
    findings.filter(({ requirement }) => requirement === id).map(({ received }) => received);
  return ids.map((id) => `${id} (${receivedFor(id).join('; ')})`).join(', ');
}

function unless(holds: boolean, expected: string, saw: string): Complaint[] {
  return holds ? [] : [{ expected, saw }];
}
