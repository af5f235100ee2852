import { csv } from '../docs/csv.ts';
import type { Documents } from '../docs/written.ts';
import type { Evidence, Reproduction, Section } from './phenomenon.ts';
import { type Reproduced, reproduce, verdictLine } from './reproduce.ts';

/** What the kit reports about each phenomenon. */
export const list = 'tests/phenomena/expected.csv';

const listColumns = ['section', 'what happened', 'seen in', 'reproduced by', 'what the kit says now'];

/** Names a run or a test of a phenomenon. */
export function shownByOf(shown: Reproduction | Evidence): string {
  if ('test' in shown) return shown.test;
  const { servers, settings = {}, windowMs } = shown;
  const given = [
    ...Object.entries(settings).map(([name, value]) => `--${name} ${value}`),
    ...(windowMs === undefined ? [] : [`window of ${windowMs / 1000} s`]),
  ];
  return [servers.join(' + '), ...given].join(', ');
}

/** Returns the rows of one section. Each distinct run is made once. */
export async function rowsOf({ title, phenomena }: Section): Promise<readonly (readonly string[])[]> {
  const runs = new Map<string, Promise<Reproduced>>();
  const once = (reproduction: Reproduction): Promise<Reproduced> => {
    const name = shownByOf(reproduction);
    const known = runs.get(name) ?? reproduce(reproduction);
    runs.set(name, known);
    return known;
  };
  const rows: string[][] = [];
  for (const { what, seenIn, shownBy } of phenomena)
    for (const shown of shownBy) {
      const verdict = 'test' in shown ? shown.holds : verdictLine(await once(shown));
      const judgment = 'test' in shown ? undefined : shown.says?.(await once(shown));
      const now = judgment === undefined ? verdict : `${verdict}; ${judgment}`;
      rows.push([title, what, seenIn, shownByOf(shown), now]);
    }
  return rows;
}

export function phenomenaDocuments(rows: readonly (readonly string[])[]): Documents {
  return { [list]: csv(listColumns, rows) };
}
