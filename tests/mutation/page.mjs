import { readFileSync } from 'node:fs';
import { measuredSentence, measurementNow } from '../docs/measured.mjs';
import { countsOf, outcomeOf } from './counts.mjs';
import { reasonFor, reasons } from './reasons.mjs';
import { storedQuick } from './stored.mjs';
import { subjectOf, subjects } from './subjects.mjs';

const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;

/**
 * Makes the page on mutation testing and its list of survivors.
 * @param {readonly (import('./mutants.mjs').Mutant & { status: string })[]} mutants all mutants
 * @returns {{ text: string, list: string, share: number, idle: typeof reasons }} `share`: of those killed; `idle`: the
 *   reasons that explain no survivor
 */
export function pageOf(mutants) {
  const survivors = mutants
    .map((mutant) => ({ ...mutant, outcome: outcomeOf(mutant), why: reasonFor(mutant)?.why ?? '' }))
    .filter(({ outcome }) => !['Killed', 'NotRun'].includes(outcome))
    .toSorted((a, b) => a.fileName.localeCompare(b.fileName) || a.line - b.line);
  const all = countsOf(mutants);
  const rows = subjects.map((name) => [
    `\`${name}\``,
    countsOf(mutants.filter(({ fileName }) => subjectOf(fileName) === name)),
  ]);
  const used = new Set(survivors.map(reasonFor));
  return {
    text: textOf({ rows: [...rows, ['**all**', all]], all, survivors }),
    list: listOf(survivors),
    share: all.share,
    idle: all.unknown > 0 ? [] : reasons.filter((reason) => !used.has(reason)),
  };
}

function textOf({ rows, all, survivors }) {
  const explained = survivors.filter(({ outcome }) => outcome === 'Equivalent');
  const open = survivors.filter(({ outcome }) => outcome !== 'Equivalent');
  const text = [
    '# Mutation testing',
    `A mutant is the kit with one small fault in the code that judges or sends: a negated condition, an emptied string, a removed
call. A mutant is killed if a unit test fails, or if a run against the gallery differs from the expected
result. A mutant that survives points to code that no test needs.`,
    `${measuredSentence([measurementNow()])} With ${toolsNow()}: ${(100 * all.share).toFixed(1)} % of the mutants are killed, without those
that change nothing for a stated reason. Mutants that never end do not count as killed.`,
    table(
      ['Code', 'Mutants', 'Killed', 'Equivalent', 'Endless', 'Alive', 'Not run', 'Share killed'],
      rows.map(([label, counts]) => rowOf(label, counts)),
    ),
    ...(all.unknown === 0
      ? []
      : [`${all.unknown} of ${all.all} mutants have not been run on this code. They count as alive.`]),
    ...quickTier(),
    '## Survivors',
    `\`reports/mutants.csv\` has all ${survivors.length} mutants that were not killed.`,
    explained.length === 0
      ? 'None of them is explained so far.'
      : `${explained.length} of them are equivalent: they change nothing that a test could see.\n\n${countTable('Why', explained, 'why')}`,
    open.length === 0
      ? 'None is unexplained.'
      : `The other ${open.length} need a test. They are in these files:\n\n${countTable('File', open, 'fileName')}`,
  ].join('\n\n');
  return `${text}\n`;
}

/** Returns what is known about the power of `npm test`, as paragraphs. */
function quickTier() {
  const quick = storedQuick();
  if (quick === undefined) return [];
  const { tried, killed, measured } = quick;
  return [
    '## The power of `npm test`',
    `\`npm test\` leaves out the extended tests. Of ${tried} mutants that all tests kill, its tests alone kill ${killed}:
${((100 * killed) / tried).toFixed(1)} %. ${measuredSentence([measured])} Before the tests were divided into tiers, \`npm test\` ran all of them.`,
  ];
}

/** @returns {string} a table that counts mutants by a property, the most frequent first */
function countTable(head, mutants, property) {
  const counts = new Map();
  for (const { [property]: value } of mutants) counts.set(value, (counts.get(value) ?? 0) + 1);
  return table(
    [head, 'Mutants'],
    [...counts].toSorted((a, b) => b[1] - a[1]),
  );
}

const words = { Timeout: 'endless', NoCoverage: 'not covered', Equivalent: 'equivalent' };

function listOf(survivors) {
  const rows = survivors.map(({ fileName, line, code, replacement, outcome, why }) => [
    ...[fileName, line, oneLine(code), oneLine(replacement), words[outcome] ?? 'alive', why],
  ]);
  return [['file', 'line', 'code', 'mutant', 'outcome', 'why nothing changes'], ...rows]
    .map((cells) => `${cells.map(csvCell).join(',')}\n`)
    .join('');
}

function csvCell(value) {
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function rowOf(label, { all, killed, equivalent, endless, alive, unknown, share }) {
  return [label, all, killed, equivalent, endless, alive, unknown, `${(100 * share).toFixed(1)} %`];
}

/** Shortens code to what is readable at a glance. */
function oneLine(code) {
  const line = code.replaceAll(/\s+/g, ' ');
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}

function toolsNow() {
  const [stryker, typescript] = ['@stryker-mutator/core', 'typescript'].map(version);
  return `Stryker ${stryker}, TypeScript ${typescript}, Node.js ${process.versions.node.split('.')[0]}`;
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
