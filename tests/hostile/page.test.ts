import { describe, expect, it } from 'vitest';
import { page, table } from '../docs/markdown.ts';
import { behaviours, themes } from './behaviours.ts';
import { mostMemoryMb } from './in-child.ts';

const text = page('docs/hostile-targets.md');

describe('docs/hostile-targets.md', () => {
  it.each(themes.map((theme) => [theme.title, theme.behaviours] as const))(
    'tells of %s what is stated, and that it came so',
    (title, stated) => {
      const rows = table(text, title);
      expect(rows.map((cells) => cells.slice(0, 5))).toEqual(
        stated.map(({ id, does, status, because }) => [
          `\`${id}\``,
          does,
          String(status),
          because,
          String(status),
        ]),
      );
      for (const [, , , , , , memory = '', time] of rows) {
        expect(Number.parseInt(memory, 10)).toBeLessThanOrEqual(mostMemoryMb);
        expect(time).toMatch(/^within \d+ s/);
      }
    },
  );

  it('counts at least 230 behaviors, each with an id of its own', () => {
    expect(new Set(behaviours.map(({ id }) => id)).size).toBe(behaviours.length);
    expect(behaviours.length).toBeGreaterThanOrEqual(230);
    expect(text).toContain(`${behaviours.length} ways in which a target behaves badly`);
  });
});
