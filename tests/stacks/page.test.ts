import { describe, expect, it } from 'vitest';
import { measuredInPage } from '../docs/measured-page.ts';
import { expectWritten } from '../docs/written.ts';
import { toBeSeen } from './expectations.ts';
import { diary } from './fastify/diary.ts';
import { allStacks, fieldDocuments, listedFieldRuns } from './field-page.ts';
import { nodeStacks } from './node-stacks.ts';
import { otherStacks, versionsOf } from './other-stacks.ts';

const runs = listedFieldRuns();

/** stacks.test.ts and `npm run stacks` check the stacks themselves. */
describe('docs/field-report.md', () => {
  it('is written by `npm run stacks`', async () => {
    await expectWritten(fieldDocuments(runs, measuredInPage('docs/field-report.md')));
  });

  it('has every stack once', () => {
    expect([...runs.keys()]).toEqual(allStacks.map(({ title }) => title));
  });

  it.each(allStacks)('has the expected findings of $title', (expected) => {
    const run = runs.get(expected.title);
    expect(run?.fails).toEqual(toBeSeen(expected, 'fails'));
    expect(run?.warns).toEqual(toBeSeen(expected, 'warns'));
    expect(run?.exitStatus).toBe(run?.fails.length === 0 ? 0 : 1);
  });

  it('has no request sent while rate-limited, in runs that send one at a time', () => {
    const concurrent = otherStacks
      .filter(({ concurrency }) => concurrency !== undefined)
      .flatMap((stack) => versionsOf(stack).map(({ expected }) => expected.title));
    const alone = [...runs].filter(([title]) => !concurrent.includes(title));
    expect(alone.filter(([, { whileLimited }]) => whileLimited !== 0)).toEqual([]);
  });

  it('shows each finding that was fixed in the Fastify stack', () => {
    const found = nodeStacks.find(({ expected }) => expected.title.startsWith('Fastify'))?.expected;
    expect(diary.map(({ requirement }) => requirement).sort()).toEqual(
      [...Object.keys(found?.fails ?? {}), ...Object.keys(found?.warns ?? {})].sort(),
    );
  });
});
