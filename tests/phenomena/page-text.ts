import type { Evidence, Phenomenon, Reproduction, Section } from './phenomenon.ts';
import { type Reproduced, reproduce, verdictLine } from './reproduce.ts';
import { serverOf } from './servers.ts';

const intro = `<!-- Written by \`npm run phenomena\`. -->

# What real servers showed

The kit was run against 20 stacks that nobody had tuned it for, ten gateways, and 530 servers written by strangers.
Most of its verdicts were right. This page lists those that were not, and everything else that went wrong. Each entry
names a server that reproduces it, and says what the kit does with that server now.

- **Servers** are named by id. Several ids mean that each changes the one before. They come from the
  [gallery](gallery.md), the [weak validators](payloads.md), or \`tests/phenomena/servers.ts\`.
- **Stacks** are real software in \`tests/stacks/\`; [the field report](field-report.md) has what the kit says about them.
- **Runs** use the default settings and a limit of 60 requests a minute, unless an entry says otherwise.
  They share virtual time with the server, so a wait takes no real time.
- Where a run against one server does not show a behavior, the entry names the test that does.

\`tests/phenomena/extended/page.test.ts\` repeats every run and compares it with this page.
`;

/** A run or a test of a phenomenon, as the page names it. */
export function shownByOf(shown: Reproduction | Evidence): string {
  if ('test' in shown) return `\`${shown.test}\``;
  const { servers, settings = {}, windowMs } = shown;
  const given = [
    ...Object.entries(settings).map(([name, value]) => `\`--${name} ${value}\``),
    ...(windowMs === undefined ? [] : [`window of ${windowMs / 1000} s`]),
  ];
  const ids = servers.map((id) => `[\`${id}\`](${serverOf(id).href})`).join(' + ');
  return given.length === 0 ? ids : `${ids}, ${given.join(', ')}`;
}

/** One line for what the kit says about a phenomenon now. */
async function nowOf(
  shown: Reproduction | Evidence,
  run: (reproduction: Reproduction) => Promise<Reproduced>,
): Promise<string> {
  if ('test' in shown) return shown.holds;
  const reproduced = await run(shown);
  const verdict = verdictLine(reproduced);
  const said = shown.says?.(reproduced);
  return said === undefined ? verdict : `${verdict}; ${said}`;
}

function rowOf(
  { what, seenIn, stacks = [] }: Phenomenon,
  shownBy: readonly string[],
  now: readonly string[],
): string {
  const numbered = (lines: readonly string[]) =>
    lines.length === 1 ? (lines[0] ?? '') : lines.map((line, index) => `(${index + 1}) ${line}`).join('<br>');
  const real = stacks.map((stack) => `\`tests/stacks/${stack}/\``).join(', ');
  const seen = real === '' ? seenIn : `${seenIn}: ${real}`;
  return `| ${[what, seen, numbered(shownBy), numbered(now)].join(' | ')} |`;
}

/** One section, from runs that are made for it; each distinct run is made once. */
export async function sectionOf({ title, phenomena }: Section, number: number): Promise<string> {
  const runs = new Map<string, Promise<Reproduced>>();
  const once = (reproduction: Reproduction): Promise<Reproduced> => {
    const name = shownByOf(reproduction);
    const known = runs.get(name) ?? reproduce(reproduction);
    runs.set(name, known);
    return known;
  };
  const rows: string[] = [];
  for (const phenomenon of phenomena) {
    const now: string[] = [];
    for (const shown of phenomenon.shownBy) now.push(await nowOf(shown, once));
    rows.push(rowOf(phenomenon, phenomenon.shownBy.map(shownByOf), now));
  }
  const head = [
    '| What happened | Seen in | Reproduced by | What the kit says now |',
    '| --- | --- | --- | --- |',
  ];
  return [`## ${number}. ${title}`, '', ...head, ...rows].join('\n');
}

/** `docs/phenomena.md`, from runs that are made for it. */
export async function phenomenaPage(sections: readonly Section[]): Promise<string> {
  const written: string[] = [];
  for (const [index, section] of sections.entries()) written.push(await sectionOf(section, index + 1));
  return `${intro}\n${written.join('\n\n')}\n`;
}
