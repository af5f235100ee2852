import { readFileSync } from 'node:fs';
import { measuredSentence, measurementNow } from '../docs/measured.mjs';
import { countsOf } from './counts.mjs';
import { reasons } from './reasons.mjs';
import { subjectOf, subjects } from './subjects.mjs';

const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;

/**
 * Makes the page on mutation testing and its list of survivors.
 * @param {readonly import('./stored.mjs').Mutant[]} mutants all mutants with a known outcome
 * @returns {{ text: string, list: string, killed: number, idle: typeof reasons }} `killed` is a share; `idle` are the
 *   reasons that explain no survivor
 */
export function pageOf(mutants) {
  const survivors = mutants
    .filter(({ status }) => ['Survived', 'NoCoverage', 'UnitsLeft'].includes(status))
    .toSorted((a, b) => a.fileName.localeCompare(b.fileName) || a.line - b.line);
  const all = countsOf(mutants);
  const documents = documentsOf({
    rows: subjects
      .map(({ name }) => [
        `\`${name}\``,
        countsOf(mutants.filter(({ fileName }) => subjectOf(fileName) === name)),
      ])
      .filter(([, counts]) => counts.made > 0),
    all,
    survivors: survivors.map((mutant) => ({ ...mutant, why: reasonFor(mutant)?.why ?? '' })),
    measured: measuredSentence([measurementNow()]),
    tools: `Stryker ${version('@stryker-mutator/core')}, TypeScript ${version('typescript')}, Node.js ${process.versions.node.split('.')[0]}`,
  });
  const idle = reasons.filter((reason) => !survivors.some((mutant) => reasonFor(mutant) === reason));
  return { ...documents, killed: all.share, idle };
}

/** Writes the page and the list from counts and survivors. */
function documentsOf({ rows, all, survivors, measured, tools }) {
  const explained = survivors.filter(({ why }) => why !== '');
  const whys = [...new Set(explained.map(({ why }) => why))].map((why) => [
    why,
    explained.filter((one) => one.why === why).length,
  ]);
  const open = survivors.filter(({ why }) => why === '');
  const files = [...new Set(open.map(({ fileName }) => fileName))].map((file) => [
    file,
    open.filter(({ fileName }) => fileName === file).length,
  ]);
  const byCount = (a, b) => b[1] - a[1];
  const text = [
    '<!-- Written by `npm run mutation`. -->',
    '# Mutation testing',
    `A mutant is the kit with one small fault in the code that judges: a negated condition, an emptied string, a removed call. A
mutant is killed if a unit test fails, or if a run against the [gallery](gallery.md) differs from the expected result. A
mutant that survives points to code that no test needs.`,
    `${measured} With ${tools}: ${(100 * all.share).toFixed(1)} % of ${all.valid} mutants are killed.`,
    table(
      [
        'Code',
        'Mutants',
        'Run',
        'Killed',
        'Timed out',
        'Survived',
        'Not covered',
        'Gallery not run',
        'Share killed',
      ],
      [...rows, ['**all**', all]].map(([label, counts]) => rowOf(label, counts)),
    ),
    ...missing(rows.length, all),
    `${all.fixed} more mutants are left out, because their code runs only once, when its file is loaded (tables, patterns, titles).
Testing them would need a process for each.`,
    '## Survivors',
    `[The list](data/mutants.csv) has all ${survivors.length} mutants that survived or were not covered. Files and lines may
have changed since.`,
    explained.length === 0
      ? 'None of them is explained so far.'
      : `${explained.length} of them change nothing that a test could see:\n\n${table(['Why', 'Mutants'], whys.sort(byCount))}`,
    open.length === 0
      ? 'None is unexplained.'
      : `The other ${open.length} need a test or an explanation. They are in these files:\n\n${table(['File', 'Mutants'], files.sort(byCount))}`,
    '## How it works',
    `Each mutant runs against the unit tests that cover it. If it survives, the kit runs against the twelve closest servers of the gallery:
those that violate the requirement of the mutated check or rule, and those that killed neighboring mutants. These are complete runs,
but the server is called directly instead of through a socket. A run kills a mutant in any of these cases:

- it reports a requirement that the gallery does not expect, or misses one that it expects
- the kit itself fails
- a finding, or the reason why a requirement was not tested, is empty

Three servers of the gallery are left out: \`slow\`, because it waits in real time, and \`instance-without-headers\` and
\`limit-by-connection\`, because they behave differently without connections.

\`npm run mutation\` measures everything. \`npm run mutation -- src/engine suites\` measures these and updates only their rows.`,
  ].join('\n\n');
  return { text: `${text}\n`, list: listOf(survivors) };
}

function listOf(survivors) {
  const rows = survivors.map(({ fileName, line, code, replacement, status, why }) => [
    fileName,
    line,
    oneLine(code),
    oneLine(replacement),
    status === 'UnitsLeft' ? 'the unit tests' : 'the unit tests and the gallery',
    why,
  ]);
  return [['file', 'line', 'code', 'mutant', 'survived', 'why nothing changes'], ...rows]
    .map((cells) => `${cells.map(csvCell).join(',')}\n`)
    .join('');
}

function csvCell(value) {
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Says what was not run, one sentence each. */
function missing(shown, { made, valid, left }) {
  return [
    ...(shown === subjects.length ? [] : ['The rest of the code has not been measured.']),
    ...(valid === made
      ? []
      : [`Only ${valid} of ${made} mutants were run, taken evenly from every file (\`--part\`).`]),
    ...(left === 0
      ? []
      : [
          `${left} of them ran only against the unit tests (\`npm run mutation -- --units\`). They count as survivors, although the gallery might kill them.`,
        ]),
  ];
}

function rowOf(label, { made, valid, killed, late, survived, missed, left, share }) {
  return [label, made, valid, killed, late, survived, missed, left, `${(100 * share).toFixed(1)} %`];
}

function reasonFor({ fileName, code, replacement }) {
  return reasons.find((one) => one.file === fileName && one.code === code && one.mutant === replacement);
}

/** Shortens code to what is readable at a glance. */
function oneLine(code) {
  const line = code.replaceAll(/\s+/g, ' ');
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
