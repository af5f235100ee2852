import type { Behavior } from './behavior.ts';
import { type Trial, violatedRequirements } from './trial.ts';

/** Returns the differences between the stated result and the actual one, as sentences. */
export function differencesFromExpected(
  { status, requirements, verdictPattern, listNotTested }: Behavior,
  ended: Trial,
): string[] {
  const { verdict, kitFaults } = ended.report;
  const violated = violatedRequirements(ended.report);
  const list = ended.report.requirements.find(({ id }) => id === 'list.ok');
  return [
    ...(ended.status === status ? [] : [`exit status ${ended.status}, not ${status}: ${verdict.sentence}`]),
    ...(verdict.exitStatus === ended.status ? [] : [`report.json says ${verdict.exitStatus}`]),
    ...(requirements === undefined || same(requirements, violated)
      ? []
      : [`violated: ${violated.join(', ')}, not ${requirements.join(', ')}`]),
    ...(status === 1 || violated.length === 0 ? [] : [`violated unexpectedly: ${violated.join(', ')}`]),
    ...(verdictPattern === undefined || verdictPattern.test(verdict.sentence)
      ? []
      : [`another verdict sentence: ${verdict.sentence}`]),
    ...(listNotTested === undefined ||
    (list?.verdict === 'not tested' && listNotTested.test(list.reason ?? ''))
      ? []
      : [`list.ok: ${list?.verdict}, ${list?.reason}`]),
    ...kitFaults.map((fault) => `an internal error: ${fault}`),
    ...(/^\s+at .*:\d+:\d+\)?$/m.test(ended.stdout + ended.stderr) ? ['the output has a stack trace'] : []),
    ...(ended.complaint === undefined ? [] : [ended.complaint]),
  ];
}

function same(some: readonly string[], others: readonly string[]): boolean {
  return [...some].sort().join() === [...others].sort().join();
}
