import type { Report } from './model/report.ts';

/** What broke that is no fault of the target, and what to do about it. */
export interface FaultGroup {
  readonly title: string;
  readonly advice: string;
  readonly faults: readonly string[];
}

/** The faults of the kit, and those of checks that the user added; groups without any are left out. */
export function faultGroups({ kit, kitFaults, checkFaults = [] }: Report): FaultGroup[] {
  const groups: FaultGroup[] = [
    {
      title: 'Faults of the kit',
      advice: `These are not the fault of the target. Please report them, with kit ${kit.version} and Node ${kit.node}.`,
      faults: kitFaults,
    },
    {
      title: 'Faults of checks that were added',
      advice: 'These are not the fault of the target. Mend them in the files that hold the checks.',
      faults: checkFaults,
    },
  ];
  return groups.filter(({ faults }) => faults.length > 0);
}

/** All of them, one after the other. */
export function allFaults(report: Report): string[] {
  return faultGroups(report).flatMap(({ faults }) => faults);
}
