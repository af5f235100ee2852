import { readFileSync } from 'node:fs';
import { countsOf } from './counts.mjs';
import { reasons } from './reasons.mjs';
import { subjectOf, subjects } from './subjects.mjs';

const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;

/**
 * The page on mutation testing.
 * @param {readonly import('./kept.mjs').Mutant[]} mutants all whose fate is known
 * @returns {{ text: string, killed: number, idle: typeof reasons }} `killed` is a share; `idle` are the reasons
 *   that explain no survivor
 */
export function pageOf(mutants) {
  const rows = subjects
    .map(({ name }) => [`\`${name}\``, mutants.filter(({ fileName }) => subjectOf(fileName) === name)])
    .filter(([, own]) => own.length > 0);
  const all = countsOf(mutants);
  const survivors = mutants
    .filter(({ status }) => ['Survived', 'NoCoverage', 'UnitsLeft'].includes(status))
    .toSorted((a, b) => a.fileName.localeCompare(b.fileName) || a.line - b.line);
  const explained = survivors.filter((mutant) => reasonFor(mutant) !== undefined);
  const open = survivors.filter((mutant) => reasonFor(mutant) === undefined);
  const idle = reasons.filter((reason) => !survivors.some((mutant) => reasonFor(mutant) === reason));
  const text = [
    '# Mutation testing',
    `A mutant is the kit with one small fault put into the code that judges: a condition turned round, a text
emptied, a call left out. It is killed where a unit test fails, or where a run against the gallery ends
otherwise than the gallery says. A mutant that survives shows code that no test needs.`,
    `Made by \`npm run mutation\`; \`npm run mutation -- src/engine suites\` runs these rows anew and keeps the others.`,
    `Stryker ${version('@stryker-mutator/core')}, TypeScript ${version('typescript')}, Node ${process.versions.node.split('.')[0]}.`,
    table(
      [
        'Code',
        'Mutants',
        'Run',
        'Killed',
        'Timed out',
        'Survived',
        'Not reached',
        'Gallery not run',
        'Share killed',
      ],
      [...rows, ['**all of these**', mutants]].map(([label, own]) => rowOf(label, countsOf(own))),
    ),
    ...missing(rows.length, all),
    `Left out beside these: ${all.fixed} mutants of what runs once, when a file is loaded (tables, patterns, titles). Each of
them would take a process of its own.`,
    '## How it is done',
    `Each mutant meets the unit tests that reach it, and then the twelve servers of the gallery that are nearest
to it: those that break the row whose check or rule it stands in, and those that killed its neighbours. The runs
are whole ones, through queue, checks, rules and verdict; the server is called instead of reached through a
socket. A run kills where a row is found that the gallery does not name, or is not found that it names, where
the kit itself fails, or where a finding or a gap says nothing. Three servers of the gallery are left out: \`slow\`,
for its real seconds, and \`instance-without-headers\` and \`limit-by-connection\`, which behave otherwise without
connections.`,
    '## Survivors that change nothing',
    explained.length === 0
      ? 'None is explained so far.'
      : table(
          ['Where', 'Code', 'Mutant', 'Why nothing can tell'],
          explained.map((one) => [...lineOf(one), reasonFor(one).why]),
        ),
    '## Survivors that are not explained',
    ...(open.length === 0
      ? ['None.']
      : [
          `${open.length} of them: a test is missing here, or a reason.`,
          table(
            ['Where', 'Code', 'Mutant', 'Alive after'],
            open.map((one) => [...lineOf(one), metBy(one)]),
          ),
        ]),
  ].join('\n\n');
  return { text: `${text}\n`, killed: all.share, idle };
}

/** What of the mutants was not run, in a sentence. */
function missing(shown, { made, valid, left }) {
  return [
    ...(shown === subjects.length ? [] : ['The other subjects have not been run.']),
    ...(valid === made
      ? []
      : [`Not all of them were run, but ${valid} of ${made}, taken evenly from every file (\`--part\`).`]),
    ...(left === 0
      ? []
      : [
          `${left} of them have met the unit tests alone (\`npm run mutation -- --units\`): they count as alive, whatever the gallery would say.`,
        ]),
  ];
}

function rowOf(label, { made, valid, killed, late, survived, missed, left, share }) {
  return [label, made, valid, killed, late, survived, missed, left, `${(100 * share).toFixed(1)} %`];
}

function reasonFor({ fileName, code, replacement }) {
  return reasons.find((one) => one.file === fileName && one.code === code && one.mutant === replacement);
}

/** What left a survivor alive. */
function metBy({ status }) {
  return status === 'UnitsLeft' ? 'the unit tests' : 'the unit tests and the gallery';
}

function lineOf({ fileName, line, code, replacement }) {
  return [`[${fileName}](../${fileName}#L${line})`, quoted(code), quoted(replacement)];
}

/** Code in a cell of a table, cut to what is read at a glance. */
function quoted(code) {
  const line = code.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
  const shown = line.length > 70 ? `${line.slice(0, 69)}…` : line;
  return shown === '' ? '(nothing)' : `\`\` ${shown} \`\``;
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
