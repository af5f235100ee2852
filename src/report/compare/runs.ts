import { parseDocument, UnreadableFile } from '../../files/unreadable.ts';
import { type Side, sideOf } from '../changes.ts';
import { type Compared, comparedOf, differingOptions } from '../configuration.ts';
import type { Report, Scope } from '../model/report.ts';

/** What a comparison knows of a run: one line of a history file, or a report in short. */
export interface RunSummary extends Side {
  readonly format: 'petstore-conformance/run';
  readonly formatVersion: 1;
  readonly startedAt: string;
  readonly target: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly kit: string;
  readonly requirementsVersion: string;
  readonly seed: number;
  /** What decides which requirements and bodies a run tests. */
  readonly asked: Compared;
  readonly complete: boolean;
  readonly outcome: string;
  readonly exitStatus: number;
  readonly sentence: string;
  readonly scope: Pick<Scope, 'required' | 'selected' | 'passed'>;
  readonly requests: number;
  readonly rateLimited: number;
  readonly durationMs: number;
  readonly leftovers: number;
  readonly earlierLeftovers: number;
  /** The path of the HTML report, relative to the folder of the history file. */
  readonly page?: string;
}

/** Summarizes a report. */
export function summaryOf(report: Report): RunSummary {
  const { configuration, kit, verdict, requests, earlierLeftovers } = report;
  const { required, selected, passed } = verdict.scope;
  return {
    format: 'petstore-conformance/run',
    formatVersion: 1,
    startedAt: report.startedAt,
    target: report.target,
    labels: report.labels ?? {},
    kit: kit.version,
    requirementsVersion: report.requirementsVersion,
    seed: configuration.seed,
    asked: comparedOf(configuration),
    complete: report.complete,
    outcome: verdict.outcome,
    exitStatus: verdict.exitStatus,
    sentence: verdict.sentence,
    scope: { required, selected, passed },
    requests: requests.total,
    rateLimited: requests.rateLimited,
    durationMs: report.durationMs,
    leftovers: report.leftovers.length,
    earlierLeftovers: earlierLeftovers?.count ?? 0,
    ...sideOf(report),
  };
}

/** Returns "2026-11-20". */
export function dayOf(startedAt: string): string {
  return startedAt.slice(0, 10);
}

/** Returns "2026-11-20 (build 1.4.2)". */
export function dayAndLabels(
  { startedAt, labels }: Pick<RunSummary, 'startedAt' | 'labels'>,
  timeOf = dayOf,
): string {
  const words = labelWords(labels);
  return `${timeOf(startedAt)}${words === '' ? '' : ` (${words})`}`;
}

/** Returns "build 1.4.2, branch main". */
export function labelWords(labels: RunSummary['labels']): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

/** Returns the differing facts that decide what is tested. How far a run got is not one: a failure can use up its budget. */
export function differences(run: RunSummary, other: RunSummary) {
  const versions = [
    { fact: 'kit', own: run.kit, its: other.kit },
    { fact: 'requirements', own: run.requirementsVersion, its: other.requirementsVersion },
  ];
  const options = differingOptions(run.asked, other.asked);
  return [
    ...versions.filter(({ own, its }) => own !== its),
    ...options.map(({ flag, own, its }) => ({ fact: flag, own, its })),
  ];
}

const historyLine = {
  schema: 'history',
  version: 1,
  name: 'run',
  format: 'petstore-conformance/run',
  advice: 'Remove this line: it is damaged, or another version of the kit wrote it',
} as const;

/** Returns whether a file is a history: one of its lines begins as a run, even if it is cut. */
export function isHistory(text: string): boolean {
  return /^\{.*"format":\s*"petstore-conformance\/run"/m.test(text);
}

/**
 * Reads a history file: one run in each line. Throws `UnreadableFile` with the number of the line at fault, or skips the line
 * and passes that error to `onSkip`.
 */
export function readHistory(text: string, onSkip?: (error: UnreadableFile) => void): readonly RunSummary[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [parseDocument(line, historyLine) as RunSummary];
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      const named = new UnreadableFile(`line ${index + 1}: ${error.message}`);
      if (onSkip === undefined) throw named;
      onSkip(named);
      return [];
    }
  });
}
