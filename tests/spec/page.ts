import { factsOf } from '../../src/cli/requirements.ts';
import { markdownText } from '../../src/report/markdown.ts';
import { catalog, sections } from '../../src/spec/catalog.ts';
import type { Requirement } from '../../src/spec/requirement.ts';
import { csv } from '../docs/csv.ts';
import type { Documents } from '../docs/written.ts';

const list = 'requirements.csv';

/** Returns docs/requirements.md, with every requirement and how to meet it, and the list of what the kit knows about each. */
export function requirementsDocuments(): Documents {
  return { 'requirements.md': pageText(), [`data/${list}`]: csv(columns, catalog.map(cellsOf)) };
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

function paragraphsOf(one: Requirement): string[] {
  return [
    `### \`${one.id}\``,
    `**${markdownText(one.title)}.**`,
    factsOf(one)
      .map(([label, text]) => `- **${label}:** ${markdownText(text)}`)
      .join('\n'),
  ];
}
