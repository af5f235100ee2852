import type { Behaviour } from './behaviour.ts';
import type { themes } from './behaviours.ts';
import { type ChildEnd, mostMemoryMb } from './in-child.ts';
import { boundOf, type Trial, violatedRequirements } from './trial.ts';

/** The page that tells how the kit ended against each behaviour; `ends` holds all of them by id. */
export function pageOf(all: typeof themes, ends: ReadonlyMap<string, Trial & ChildEnd>): string {
  const count = all.reduce((sum, { behaviours }) => sum + behaviours.length, 0);
  const sections = all.map(({ title, behaviours }) => {
    const rows = behaviours.map((behaviour) => {
      const end = ends.get(behaviour.id);
      if (end === undefined) throw new Error(`Failed to find how ${behaviour.id} ended.`);
      return row(behaviour, end);
    });
    return [`## ${title}`, '', ...head, ...rows, ''].join('\n');
  });
  return `${introduction(count)}\n${sections.join('\n')}`;
}

const head = [
  '| Behaviour | The target | Stated | Because | Ended | Verdict | Memory | Time |',
  '| --- | --- | --- | --- | --- | --- | --- | --- |',
];

function introduction(count: number): string {
  return `# Hostile targets

${count} ways in which a target behaves badly, and how a run against each ends. The targets are raw sockets in
\`tests/hostile/\`; most of them are an otherwise right service of which single answers go wrong. What the exit
status must be is stated beforehand, from the ledger: 1 where a requirement is broken, 3 where nothing can be tested,
0 only where a reading calls it legal. \`npm test\` and \`npm run test:all\` together try all of them, too.

\`npm run hostile\` writes this page. It runs the real command in a process of its own, and is content only where
the status is the stated one, the broken rows or the sentence are as stated, no fault of the kit and no stack trace
shows, memory stays below ${mostMemoryMb} MB, and the run ends within its bound: --timeout for each request it sent,
--max-wait for all waits together, and a minute to begin and to write the reports on a busy machine. Memory is the most that the process held, rounded up to 10 MB.
`;
}

function row(behaviour: Behaviour, end: Trial & ChildEnd): string {
  const { id, does, status, because } = behaviour;
  const { verdict, requests } = end.report;
  const broken = violatedRequirements(end.report).map((name) => `\`${name}\``);
  const shown = broken.length > mostRows ? [...broken.slice(0, mostRows), `${broken.length} in all`] : broken;
  const cells = [
    `\`${id}\``,
    does,
    String(status),
    because,
    String(end.status),
    shown.length > 0 ? shown.join(', ') : verdict.sentence,
    `${Math.ceil(end.peakMb / 10) * 10} MB`,
    `within ${Math.ceil(boundOf(end.report))} s (${requests.total} requests)`,
  ];
  return `| ${cells.map(cell).join(' | ')} |`;
}

/** So many broken rows are named. */
const mostRows = 5;

/** A text that stays within its cell. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
