import { needed } from '../../src/cli/requirements.ts';
import { sections } from '../../src/spec/catalog.ts';
import type { Level, Requirement } from '../../src/spec/requirement.ts';
import { csv } from '../docs/csv.ts';
import type { Documents } from '../docs/written.ts';

const levels: Readonly<Record<Level, string>> = {
  required: 'Required',
  advisory: 'Advisory: a violation is a warning',
  observed: 'Observed, never judged',
  'not-testable': 'Not testable from outside',
};

const list = 'requirements.csv';

/** Returns docs/requirements.md, with every requirement and how to meet it, and the list of what the kit knows about each. */
export function requirementsDocuments(): Documents {
  const requirements = sections.flatMap((section) => section.requirements);
  return { 'requirements.md': pageText(), [`data/${list}`]: csv(columns, requirements.map(cellsOf)) };
}

const columns = [
  'id',
  'level',
  'selected by',
  'needs',
  'judges also',
  'depends on',
  'evidence',
  'status',
  'other traits',
];

function cellsOf({ id, level, asked, traits = {} }: Requirement): (string | number)[] {
  const { needs = [], fedBy = [], dependsOn = [], evidence = '', status = '', counts, ...flags } = traits;
  const others = [
    ...Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [name] : [])),
    ...(counts === undefined ? [] : [`counts ${counts}`]),
  ];
  return [
    ...[id, level, asked ?? '', needs.join(', '), fedBy.join(', '), dependsOn.join(', ')],
    ...[typeof evidence === 'string' ? evidence : JSON.stringify(evidence), status, others.join(', ')],
  ];
}

function pageText(): string {
  const parts = sections.flatMap(({ title, requirements }) => [
    `## ${title}`,
    ...requirements.flatMap((one) => paragraphsOf(one)),
  ]);
  return `${[
    '<!-- Written by `npm run requirements`. A test compares it with what that command writes. -->',
    '# Requirements',
    `What the kit tests, how it reads each sentence of the specification, and what to do about a violation.
\`petstore-conformance explain ID\` shows the same with examples and typical mistakes.
[The list](data/${list}) has the traits of each requirement (\`src/spec/requirement.ts\`).`,
    ...parts,
  ].join('\n\n')}\n`;
}

function paragraphsOf({ id, level, title, source, sentence, ...rest }: Requirement): string[] {
  const { asks, impact, fix, outcomes = {}, software } = rest;
  const labels =
    level === 'not-testable' ? ['Why not', 'Note'] : ['Impact', level === 'observed' ? 'Note' : 'Fix'];
  const named = (label: string, text: string) => `- **${label}:** ${plain(text)}`;
  return [
    `### \`${id}\``,
    `**${plain(title)}.** ${levels[level]}${rest.asked === undefined ? '' : `, tested only ${needed[rest.asked].words}`}. Source: ${source}${
      sentence === undefined ? '.' : `: “${plain(sentence)}”`
    }`,
    plain(asks),
    [
      named(labels[0] ?? '', impact),
      named(labels[1] ?? '', fix),
      ...Object.entries(outcomes).flatMap(([outcome, advice]) => [
        named(
          outcome === 'failed' ? 'If the server fails' : `If ${outcome}`,
          `${advice.impact} ${advice.fix}`,
        ),
      ]),
      ...(software === undefined ? [] : [named('Common causes', software)]),
    ].join('\n'),
  ];
}

/** Escapes what Markdown would format. */
function plain(text: string): string {
  return text.replace(/[\\`*_<>[\]|]/g, '\\$&');
}
