import type { TestProjectInlineConfiguration } from 'vitest/config';
import project from '../../vitest.config.ts';
import { quietFiles } from './tier-files.ts';

/**
 * Returns the Vitest projects of a tier. All files run first, `concurrency` tests of each at a time, except those that need a quiet
 * machine: they follow, one file at a time.
 */
export function inGroups(
  files: readonly string[],
  concurrency = project.test?.maxConcurrency,
): TestProjectInlineConfiguration[] {
  const group = (
    name: string,
    groupOrder: number,
    isQuiet: boolean,
    limits: Pick<NonNullable<TestProjectInlineConfiguration['test']>, 'maxConcurrency' | 'maxWorkers'>,
  ): TestProjectInlineConfiguration => ({
    ...project,
    test: {
      ...project.test,
      ...limits,
      name,
      include: files.filter((file) => quietFiles.includes(file) === isQuiet),
      sequence: { groupOrder },
    },
  });
  return [
    group('tests', 0, false, concurrency === undefined ? {} : { maxConcurrency: concurrency }),
    group('quiet', 1, true, { maxWorkers: 1, maxConcurrency: 6 }),
  ];
}
