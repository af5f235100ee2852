import { needed } from '../../src/cli/requirements.ts';
import { sections } from '../../src/spec/catalog.ts';
import type { Level, Requirement } from '../../src/spec/requirement.ts';

const levels: Readonly<Record<Level, string>> = {
  required: 'Required',
  advisory: 'Advisory: a violation is a warning',
  observed: 'Observed, never judged',
  'not-testable': 'Not testable from outside',
};

/** Returns docs/requirements.md: every requirement and how to meet it, in the order of the reports. */
export function requirementsPage(): string {
  const parts = sections.flatMap(({ title, requirements }) => [
    `## ${title}`,
    ...requirements.flatMap((one) => paragraphsOf(one)),
  ]);
  return `${[
    '<!-- Written by `npm run requirements`. A test compares it with what that command writes. -->',
    '# Requirements',
    `What the kit tests, how it reads each sentence of the specification, and what to do about a violation.
\`petstore-conformance explain ID\` shows the same with examples and typical mistakes.`,
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
