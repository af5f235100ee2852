import { csv } from '../docs/csv.ts';
import { code, type Documents, markdownTable } from '../docs/written.ts';
import type { Evidence, Reproduction, Section } from './phenomenon.ts';
import { type Reproduced, reproduce, verdictLine } from './reproduce.ts';

export const list = 'phenomena.csv';

const intro = `<!-- Written by \`npm run phenomena\`. A test compares it with what that command writes. -->

# What we learned from real servers

The kit was run against 20 stacks that it was not tuned for, ten gateways, and 530 servers by independent authors. Most of its
verdicts were correct. This page lists those that were not, everything else that went wrong, and what the kit does now.

- **Seen in** names the software, or describes the kind of server. [The field report](field-report.md) has the results of the stacks in \`tests/stacks/\`.
- **Now** is the verdict of a run against a server that reproduces the problem, or what a test proves.
- [The list](data/${list}) has these servers and tests, and exactly what the kit reports. Servers are named by id. If there are
  several ids, their changes are combined. They come from [the gallery](data/gallery-defects.csv), its
  [legal variants](data/gallery-variants.csv), \`tests/payloads/weak-validators\` and \`tests/phenomena/servers.ts\`.
- Runs use the default settings and a limit of 60 requests per minute, unless the list says otherwise. They share a virtual clock
  with the server, so waits take no real time.

\`tests/phenomena/extended/page.test.ts\` repeats every run and compares it with this page.
`;

/** The page shows what the kit says only if it fits into this many characters. */
const maxShown = 110;

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

/** One section of the page, with its rows of the list. */
export interface WrittenSection {
  readonly text: string;
  readonly rows: readonly (readonly string[])[];
}

/** Writes one section. Each distinct run is made once. */
export async function sectionOf({ title, phenomena }: Section, number: number): Promise<WrittenSection> {
  const runs = new Map<string, Promise<Reproduced>>();
  const once = (reproduction: Reproduction): Promise<Reproduced> => {
    const name = shownByOf(reproduction);
    const known = runs.get(name) ?? reproduce(reproduction);
    runs.set(name, known);
    return known;
  };
  const shownRows: string[][] = [];
  const listRows: string[][] = [];
  for (const { what, seenIn, stacks = [], shownBy } of phenomena) {
    const shortly = new Set<string>();
    for (const shown of shownBy) {
      const verdict = 'test' in shown ? shown.holds : verdictLine(await once(shown));
      const judgment = 'test' in shown ? undefined : shown.says?.(await once(shown));
      const now = judgment === undefined ? verdict : `${verdict}; ${judgment}`;
      shortly.add(now.length <= maxShown ? now : verdict);
      listRows.push([title, what, seenIn, shownByOf(shown), now]);
    }
    const folders = stacks.map((stack) => code(`tests/stacks/${stack}/`)).join(', ');
    shownRows.push([what, folders === '' ? seenIn : `${seenIn}: ${folders}`, [...shortly].join('<br>')]);
  }
  const table = markdownTable(['What happened', 'Seen in', 'Now'], shownRows);
  return { text: `## ${number}. ${title}\n\n${table}`, rows: listRows };
}

/** Writes docs/phenomena.md and its list from sections. */
export function phenomenaDocuments(sections: readonly WrittenSection[]): Documents {
  return {
    'phenomena.md': `${intro}\n${sections.map(({ text }) => text).join('\n\n')}\n`,
    [`data/${list}`]: csv(
      listColumns,
      sections.flatMap(({ rows }) => rows),
    ),
  };
}
