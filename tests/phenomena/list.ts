import { idsWith } from '../../gallery/judge-row.ts';
import { csv } from '../docs/csv.ts';
import type { Documents } from '../docs/written.ts';
import type { Evidence, Reproduction, Section } from './phenomenon.ts';
import { type Reproduced, reproduce } from './reproduce.ts';

/** What the kit reports about each phenomenon. */
export const list = 'tests/phenomena/expected.csv';

const listColumns = [
  ...['section', 'what happened', 'seen in', 'reproduced by'],
  ...['reports', 'exit status', 'what the kit says now'],
];

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
      const now = 'test' in shown ? ['', '', shown.holds] : saidBy(shown, await once(shown));
      rows.push([title, what, seenIn, shownByOf(shown), ...now]);
    }
  return rows;
}

function saidBy({ says }: Reproduction, run: Reproduced): string[] {
  const { verdict } = run.report;
  return [
    idsWith(run.report, 'fail', 'warn').join(' '),
    `${verdict.exitStatus}`,
    says?.(run) ?? verdict.outcome,
  ];
}

export function phenomenaDocuments(rows: readonly (readonly string[])[]): Documents {
  return { [list]: csv(listColumns, rows) };
}
