import type { Behaviour } from './behaviour.ts';
import { type Trial, violatedRequirements } from './trial.ts';

/** Returns the differences between the stated result and the actual one, as sentences. */
export function unkept({ status, rows, says }: Behaviour, ended: Trial): string[] {
  const { verdict, kitFaults } = ended.report;
  const broken = violatedRequirements(ended.report);
  return [
    ...(ended.status === status ? [] : [`status ${ended.status}, not ${status}: ${verdict.sentence}`]),
    ...(verdict.exitStatus === ended.status ? [] : [`report.json says ${verdict.exitStatus}`]),
    ...(rows === undefined || same(rows, broken)
      ? []
      : [`rows ${broken.join(', ')}, not ${rows.join(', ')}`]),
    ...(status === 1 || broken.length === 0 ? [] : [`${broken.join(', ')} should not be broken`]),
    ...(says === undefined || says.test(verdict.sentence) ? [] : [`it says: ${verdict.sentence}`]),
    ...kitFaults.map((fault) => `a fault of the kit: ${fault}`),
    ...(/^\s+at .*:\d+:\d+\)?$/m.test(ended.stdout + ended.stderr) ? ['a stack trace is printed'] : []),
    ...(ended.complaint === undefined ? [] : [ended.complaint]),
  ];
}

function same(some: readonly string[], others: readonly string[]): boolean {
  return [...some].sort().join() === [...others].sort().join();
}
