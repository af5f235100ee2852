import { grouped } from '../text/grouped.ts';
import { listed } from '../text/layout.ts';
import type { Report, RequirementResult } from './model/report.ts';
import { verdictCounts } from './model/verdicts.ts';
import { byCause } from './order.ts';
import { softwareSeen } from './software.ts';

// Content that all reporters share. Each reporter lays it out and escapes it.

/** Maximum number of ids in a sentence. */
const maxIds = 5;

/** Lists the first ids, each once, and counts the others. */
export const listedIds = (ids: readonly string[]): string => listed([...new Set(ids)], maxIds);

/** Lists the first ids and counts the others, as `listedIds` does, but with counts that add up to the number of ids. */
export function countedIds(ids: readonly string[]): string {
  const groups = [...grouped(ids, (id) => id)].map(([id, { length }]) => ({ id, length }));
  const names = groups.map(({ id, length }) => (length === 1 ? id : `${length} of ${id}`));
  const rest = groups.slice(maxIds).reduce((sum, { length }) => sum + length, 0);
  return [names.slice(0, maxIds).join(', '), ...(rest === 0 ? [] : [`and ${rest} more`])].join(' ');
}

export type RequirementEntry = ReturnType<typeof entriesOf>[number];

/** Returns the requirements of a report in the order of the catalog, each with its findings. */
export function entriesOf({ requirements, findings, observations, configuration }: Report) {
  const all = byCause(findings);
  const byRequirement = grouped(all, ({ requirement }) => requirement);
  const observed = grouped(observations, ({ requirement }) => requirement);
  const places = new Map([...byRequirement.keys()].map((id, place) => [id, place]));
  const softwareOf = softwareSeen(all);
  return requirements.map((result) => {
    const { id, level, reason, verdict } = result;
    const findings = byRequirement.get(id) ?? [];
    const violated = verdict === 'fail' || verdict === 'warn';
    const decides = level === 'required' || (level === 'advisory' && configuration.failOn === 'advisory');
    return {
      ...result,
      findings,
      first: findings[0],
      observed: observed.get(id)?.map(({ text }) => text) ?? [],
      place: places.get(id) ?? places.size,
      software: findings.length === 0 ? undefined : softwareOf(id),
      /** Whether the violation is a failure, not a warning. */
      fails: violated && decides,
      /** Whether the requirement leaves the run without a verdict. */
      prevented: verdict === 'not tested' && reason?.class === 'prevented' && decides,
    };
  });
}

/** Sorts entries into the order in which to fix them, with the causes first. */
export function causesFirst(entries: readonly RequirementEntry[]): RequirementEntry[] {
  return entries.toSorted((a, b) => a.place - b.place);
}

/** Returns "Our API guide: 2 passed · 1 failed" for each section of custom checks. */
export function addedWords({ requirements }: Report): string[] {
  const added = requirements.filter(({ section }) => section !== undefined);
  return [...grouped(added, ({ section }) => section)].map(
    ([section, rows]) =>
      `${section}: ${verdictCounts((one) => rows.filter(({ verdict }) => verdict === one).length)}`,
  );
}

/** What a run decides about a requirement. */
export type Judged = Pick<RequirementResult, 'verdict' | 'reason' | 'note'>;

/** Returns why a requirement has no result: "not selected: needs --description". */
export function skippedWords({ verdict, reason, note }: Judged): string {
  // For a requirement that no run can test, the catalog has a whole sentence.
  if (verdict === 'not testable' && note !== undefined) return note;
  const why = reason?.text ?? note;
  return why === undefined ? verdict : `${verdict}: ${why}`;
}

/** Returns the reasons why some requirements have no result, each with the ids of its requirements. */
export function groupedByReason(requirements: readonly RequirementResult[]): [text: string, ids: string[]][] {
  const byText = grouped(requirements, ({ reason }) => reason?.text ?? 'no reason given');
  return [...byText].map(([text, some]) => [text, some.map(({ id }) => id)]);
}

/** Returns the faults of the kit and of custom checks, without empty groups. */
export function faultGroups({ kit, kitFaults, checkFaults = [] }: Report) {
  const groups = [
    {
      title: 'Faults of the kit',
      advice: `Not caused by the target. Please report them, and mention kit ${kit.version} and Node.js ${kit.node}.`,
      faults: kitFaults,
    },
    {
      title: 'Faults of custom checks',
      advice: 'Not caused by the target. Fix them in the files of the checks.',
      faults: checkFaults,
    },
  ];
  return groups.filter(({ faults }) => faults.length > 0);
}

/** Returns the faults of all groups. */
export function allFaults(report: Report): string[] {
  return faultGroups(report).flatMap(({ faults }) => faults);
}

/** Returns "2026-11-20 09:00 UTC". */
export function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
