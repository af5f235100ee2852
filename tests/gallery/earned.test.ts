import { describe, expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { runInMemory } from '../support/in-memory.ts';
import { earnedBy, linesOf } from './earned.mjs';
import { shownIn } from './shown-by.ts';

describe('what a gallery server adds', () => {
  const run = (id: string, ...shows: readonly string[]) => ({ family: 'defects', id, shows });

  it('is what it shows and at most one other server also shows', () => {
    const runs = [run('a', 'one', 'two', 'three'), run('b', 'two', 'three'), run('c', 'three')];
    expect(linesOf(earnedBy(runs))).toEqual([
      'defects a',
      '  alone one',
      '  as one of two two',
      'defects b',
      '  as one of two two',
      'defects c: nothing of its own',
    ]);
  });

  it('does not shrink if the server runs twice', () => {
    const [server] = earnedBy([run('a', 'one'), run('a', 'one', 'two')]);
    expect(server?.earns).toEqual([
      { what: 'one', by: 1 },
      { what: 'two', by: 1 },
    ]);
  });

  it('consists of the requirements with their causes, the reasons and the verdict', async () => {
    const change = defects.find(({ id }) => id === 'error-status-other')?.change ?? expect.fail();
    const { report } = await runInMemory({ change }, { exhaust: false });
    const shows = shownIn(report);
    expect(shows.filter((one) => one.startsWith('errors.status: '))).toHaveLength(1);
    expect(shows).toContain('reason no-description');
    expect(shows).toContain('verdict does not conform, status 1');
  });
});
